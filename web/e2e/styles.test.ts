/** What a browser's style alone says: what stands still, how long something moves, and where the layout breaks. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Chain } from "./harness/chain";
import { CUSTOMER, shopper } from "./harness/shopper";
import { useWorld } from "./harness/world";

const chain = await Chain.make();
const block = { _uid: "v", component: "video", video_url: "https://player.vimeo.com/video/76979871" };
await writeFile(
  join(chain.folder, "stories/sivut/video.json"),
  JSON.stringify({
    updatedAt: "2026-11-24T08:00:00Z",
    content: { title: "Video", blocks: [block], endBlocks: [] },
  }),
);
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder } });

const setUp = (page: Page) => page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });

// spec: SH-21
it("the page behind a dialog stands still, also where going back and forth closes and opens it", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  await page.getByRole("heading", { name: "Dipit" }).waitFor();
  const scrolled = async () => {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(4, 400);
    await page.mouse.wheel(0, 300);
    // Two frames: what scrolls has begun by then.
    return await page.evaluate(
      (from) =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.scrollY !== from))),
        ),
      before,
    );
  };
  await expect.poll(scrolled).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
  await setUp(page).waitFor();
  expect(await scrolled()).toBe(false);
  await page.goBack();
  await setUp(page).waitFor({ state: "detached" });
  await expect.poll(scrolled).toBe(true);
  await page.goForward();
  await setUp(page).waitFor();
  expect(await scrolled()).toBe(false);
});

// spec: SH-22
it("a dialog that is closed fades for as long as it stays", async () => {
  const { page } = await shopper(world, "/menu#aloita-tilaus", CUSTOMER.chosen);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await setUp(page).waitFor();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    document.addEventListener("animationstart", ({ target }) => {
      if (target instanceof HTMLDialogElement) seen.push(getComputedStyle(target).animationDuration);
    });
  });
  await page.keyboard.press("Escape");
  await setUp(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.at(-1))).toBe("0.3s");
});

// spec: CT-16
it("a slide of the carousel glides for half a second", async () => {
  const { page } = await shopper(world, "/", CUSTOMER.new);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const slide = page.getByRole("region", { name: "Ajankohtaista" }).getByRole("listitem").first();
  const style = () => slide.evaluate((item) => getComputedStyle(item).transition);
  await expect.poll(style).toMatch(/^transform 0\.5s/);
});

// spec: CT-20
it.each([
  [1280, 450],
  [761, 450],
  [760, 180],
  [390, 180],
])("in a window of %i px a video is %i px tall", async (width, height) => {
  const { page } = await shopper(world, "/sivut/video", CUSTOMER.new);
  await page.setViewportSize({ width, height: 844 });
  const frame = page.getByRole("button", { name: /^Toista video/ }).locator("xpath=..");
  await expect.poll(async () => Math.round((await frame.boundingBox())?.height ?? 0)).toBe(height);
});

// spec: SH-24, MN-06
it.each([
  [390, { hasHamburger: true, edge: "16px" }],
  [760, { hasHamburger: true, edge: "16px" }],
  [761, { hasHamburger: false, edge: "24px" }],
  [1120, { hasHamburger: false, edge: "24px" }],
  [1121, { hasHamburger: false, edge: "40px" }],
])("a window of %i px has the layout of its size: %j", async (width, layout) => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  await page.setViewportSize({ width, height: 844 });
  await page.getByRole("heading", { name: "Dipit" }).waitFor();
  const seen = async () => {
    const edge = page.getByRole("contentinfo").locator("xpath=./div[1]");
    return {
      hasHamburger: await page.getByRole("link", { name: "Avaa valikko" }).isVisible(),
      edge: await edge.evaluate((part) => getComputedStyle(part).paddingLeft),
    };
  };
  await expect.poll(seen).toEqual(layout);
  const categories = page.getByRole("navigation", { name: "Tuoteryhmät" });
  const sticky = () =>
    categories.evaluate((part) => {
      let one: Element | null = part;
      while (one && getComputedStyle(one).position !== "sticky") one = one.parentElement;
      return one !== null;
    });
  await expect.poll(sticky).toBe(true);
});
