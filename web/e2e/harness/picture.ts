/** Pictures of states of the shop's pages, for people to look at. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { type Display, SIZES } from "./browser";
import type { ShopState } from "./shopWays";
import type { World } from "./world";

/** Where they are laid. */
const FOLDER = resolve(import.meta.dirname, "../screens");

/** A screen that a state is pictured on. */
export interface Screen extends Display {
  name: string;
  /** Where another than the device's own, in CSS pixels. */
  width?: number;
  /** The size of the text. */
  percent?: number;
  /** Whether the device lies on its side. */
  isOnItsSide?: boolean;
}

/** The devices as they are, the narrowest window, a phone on its side, and text twice as large. */
export const SCREENS: readonly Screen[] = [
  { device: "phone", theme: "light", name: "phone-light" },
  { device: "phone", theme: "dark", name: "phone-dark" },
  { device: "desktop", theme: "light", name: "desktop-light" },
  { device: "desktop", theme: "dark", name: "desktop-dark" },
  { device: "phone", theme: "light", name: "narrow", width: 320 },
  { device: "phone", theme: "light", name: "side", isOnItsSide: true },
  { device: "phone", theme: "dark", name: "large-phone", percent: 200 },
  { device: "desktop", theme: "light", name: "large-desktop", percent: 200 },
];

/** Brings a page into a state and pictures it so. */
export async function picture(world: World, state: ShopState, screen: Screen): Promise<Page> {
  const { name, percent = 100, isOnItsSide = false, ...how } = screen;
  const { page } = await state.reach(world, how);
  const { width, height } = SIZES[how.device];
  if (isOnItsSide) await page.setViewportSize({ width: height, height: width });
  await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
  await page.evaluate(() => document.fonts.ready);
  if (state.isWhole) await bringNear(page);
  await take(page, `${state.name}-${name}`, state.isWhole);
  return page;
}

/** Scrolls through a page once: some of it is drawn when it comes near the window. */
async function bringNear(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const paint = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
      window.scrollTo(0, top);
      await paint();
    }
    window.scrollTo(0, 0);
    await paint();
  });
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

/** Lays a picture of the page as it is. */
export async function take(page: Page, name: string, isWhole: boolean): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: isWhole });
}
