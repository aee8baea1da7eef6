/** A hero's drawing: none of its things lies under the words, and the windows stand on its floor. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { delivery } from "./harness/orders";
import { useWorld } from "./harness/world";

const world = useWorld();
const ROAD = ["accepted", "inMaking", "inOven", "finished", "inBatch", "inCar", "beingDelivered"] as const;

/** Right and lower edge of the words, and left edge and floor of the drawing, in CSS pixels. */
function edges(page: Page) {
  return page.evaluate(() => {
    const hero = document.querySelector("main section");
    const scene = hero?.querySelector<SVGSVGElement>("svg[viewBox='0 0 740 420']");
    const windows = hero?.querySelector("ol");
    if (!hero || !scene || !windows) return null;
    const at = scene.getBoundingClientRect();
    // What is for readers alone is as wide as it is.
    const seen = [...hero.querySelectorAll("h1, p:not(:has(.sr-only)), ol > li")];
    const texts = seen.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().right;
    });
    const things = [...scene.querySelectorAll(":scope > g")].map((one) => one.getBoundingClientRect().left);
    return {
      words: Math.max(...texts),
      drawing: Math.min(...things),
      windows: windows.getBoundingClientRect().bottom,
      floor: at.top + (at.height * 366) / 420,
    };
  });
}

it.each([
  [844, 390],
  [820, 1180],
  [1280, 900],
])("the kitchen lies beside what is said: %i × %i", async (width, height) => {
  const order = await world.kitchen.having(delivery(), "accepted", "inMaking");
  const { page } = await world.visit(order.path, { device: "desktop" });
  await page.setViewportSize({ width, height });
  await expect
    .poll(async () => {
      const at = await edges(page);
      return at !== null && at.words <= at.drawing;
    })
    .toBe(true);
});

it.each([
  ["never brought", [...ROAD, "deliveryFailed", "failedBatchCompleted"]],
  ["at its door", [...ROAD, "delivered"]],
] as const)("the windows of what was %s stand on the floor, not in it", async (_, presses) => {
  const order = await world.kitchen.having(delivery(), ...presses);
  const { page } = await world.visit(order.path, { device: "desktop" });
  await expect
    .poll(async () => {
      const at = await edges(page);
      return at !== null && at.windows <= at.floor;
    })
    .toBe(true);
});
