/** Pictures of every state on both devices and in both themes, for people to look at. Kept by nobody. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { stickingOut } from "./harness/audit";
import { type Display, DISPLAYS, SIZES } from "./harness/browser";
import { SHOP_STATES } from "./harness/shopStates";
import { STAFF_STATES } from "./harness/staffStates";
import { awaitSettled, CUSTOMER_STATES } from "./harness/states";
import { useWorld } from "./harness/world";

const shortLived = useWorld({ trackingTtl: "1s" });
const customers = { world: useWorld(), shortLived };
/** Apart, so that the board shows what is meant for it. */
const staff = { world: useWorld(), shortLived };
/** Apart from both: nobody orders there. */
const shop = useWorld();
const FOLDER = join(import.meta.dirname, "screens");

const STATES = [
  ...CUSTOMER_STATES.map((state) => ({ state, worlds: customers, isWhole: true })),
  // A board draws the rows that are in the window.
  ...STAFF_STATES.map((state) => ({ state, worlds: staff, isWhole: false })),
];

describe.each(STATES)("$state.name", ({ state, worlds, isWhole }) => {
  it.each(DISPLAYS)("$device, $theme", async (display) => {
    const { page } = await state.reach(worlds, display);
    await awaitSettled(page, state);
    await take(page, `${state.name}-${display.device}-${display.theme}`, isWhole);
  });
});

interface Screen extends Display {
  name: string;
  /** Where another than the device's own, in CSS pixels. */
  width?: number;
  /** The size of the text. */
  percent?: number;
  /** Whether the device lies on its side. */
  isOnItsSide?: boolean;
}

/** The devices as they are, the narrowest window, a phone on its side, and text twice as large. */
const SCREENS: readonly Screen[] = [
  { device: "phone", theme: "light", name: "phone-light" },
  { device: "phone", theme: "dark", name: "phone-dark" },
  { device: "desktop", theme: "light", name: "desktop-light" },
  { device: "desktop", theme: "dark", name: "desktop-dark" },
  { device: "phone", theme: "light", name: "narrow", width: 320 },
  { device: "phone", theme: "light", name: "side", isOnItsSide: true },
  { device: "phone", theme: "dark", name: "large-phone", percent: 200 },
  { device: "desktop", theme: "light", name: "large-desktop", percent: 200 },
];

describe.each(SHOP_STATES)("shop: $name", (state) => {
  it.each(SCREENS)("$name", async ({ name, percent = 100, isOnItsSide = false, ...how }) => {
    const { page } = await state.reach(shop, how);
    const { width, height } = SIZES[how.device];
    if (isOnItsSide) await page.setViewportSize({ width: height, height: width });
    await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
    await page.evaluate(() => document.fonts.ready);
    if (state.isWhole) await bringNear(page);
    await take(page, `${state.name}-${name}`, state.isWhole);
    expect(await stickingOut(page)).toEqual([]);
  });
});

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

async function take(page: Page, name: string, isWhole: boolean): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: isWhole });
}
