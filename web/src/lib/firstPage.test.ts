// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = "";
});

/** The app as it starts on a page that the server has written so. */
async function startedOn(html: string) {
  document.body.innerHTML = html;
  const firstPage = await import("./firstPage");
  return { ...firstPage, here: location.pathname };
}

test("what was painted first is known at its own path alone", async () => {
  const page = await startedOn(
    '<div class="first" data-shape="menu"><img src="https://x.example/a.svg"></div>',
  );
  expect(page.wasPainted(page.here)).toBe(true);
  expect(page.wasPainted("/muualla")).toBe(false);
  expect(page.firstPictureAt(page.here)).toBe("https://x.example/a.svg");
  expect(page.firstPictureAt("/muualla")).toBeNull();
  expect(page.isFirstPageLost).toBe(false);
  expect(page.wasMissingAtFirst(page.here)).toBe(false);
});

test("a page of which the server says that it is none is missing at its own path alone", async () => {
  const page = await startedOn('<div class="first" data-shape="lost"></div>');
  expect(page.isFirstPageLost).toBe(true);
  expect(page.wasMissingAtFirst(page.here)).toBe(true);
  expect(page.wasMissingAtFirst("/muualla")).toBe(false);
  expect(page.firstPictureAt(page.here)).toBeNull();
});

test("a combo that was painted first is one at its own path alone, and nothing else is", async () => {
  const page = await startedOn('<div class="first" data-shape="dialog-combo"></div>');
  expect([page.wasComboAtFirst(page.here), page.wasComboAtFirst("/muualla")]).toEqual([true, false]);
  vi.resetModules();
  const menu = await startedOn('<div class="first" data-shape="dialog"></div>');
  expect(menu.wasComboAtFirst(menu.here)).toBe(false);
});

test("where nothing was painted nothing is said of it", async () => {
  const page = await startedOn("");
  expect([page.wasPainted(page.here), page.wasMissingAtFirst(page.here)]).toEqual([false, false]);
  expect(page.firstPictureAt(page.here)).toBeNull();
});
