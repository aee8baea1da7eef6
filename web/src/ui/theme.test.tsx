import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

const page = document.documentElement;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  delete page.dataset["theme"];
});

/** The theme as a page finds it that has just been opened, on a system that is light until told. */
async function visit() {
  let tell = () => undefined;
  const system = {
    matches: false,
    addEventListener: (_: string, listener: () => undefined) => (tell = listener),
    removeEventListener: () => undefined,
  };
  vi.stubGlobal("matchMedia", () => system);
  const theme = await import("./theme");
  const { ThemeToggle } = await import("./ThemeToggle");
  theme.applyTheme();
  const darken = () => {
    system.matches = true;
    tell();
  };
  return { theme, ThemeToggle, darken };
}

// spec: SH-28
test("the choice is on the page before anybody hears of it, and there again on the next visit", async () => {
  const { theme, ThemeToggle } = await visit();
  const heard: (string | undefined)[] = [];
  theme.onThemeChange(() => heard.push(page.dataset["theme"]));
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole("button", { name: "Tumma teema" }));
  expect(screen.getByRole("button", { name: "Vaalea teema" })).toBeVisible();
  expect([heard, localStorage.getItem("ovelle.theme")]).toEqual([["dark"], "dark"]);
  delete page.dataset["theme"];
  vi.resetModules();
  await visit();
  expect(page.dataset["theme"]).toBe("dark");
});

test("without a choice the system's theme is followed, and what was stored by nobody of ours is none", async () => {
  localStorage.setItem("ovelle.theme", "purple");
  const { ThemeToggle, darken } = await visit();
  expect(page.dataset["theme"]).toBeUndefined();
  render(<ThemeToggle />);
  expect(screen.getByRole("button", { name: "Tumma teema" })).toBeVisible();
  act(darken);
  expect(screen.getByRole("button", { name: "Vaalea teema" })).toBeVisible();
});
