/** A busy evening's board in a real window. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { BOARD } from "../src/features/desk-board/texts";
import { deliveryToday } from "./harness/orders";
import { boardRows, colleague, visitAs } from "./harness/staff";
import { useWorld } from "./harness/world";

const world = useWorld();
const DESK = { device: "desktop", theme: "light" } as const;

function of(name: string, promisedIn: number) {
  const order = deliveryToday(promisedIn);
  return { ...order, customer: { ...order.customer, name } };
}

const MANY = 300;
/** Of all rows, those that are there: the window's, and some beyond its edges. */
const FEW = 60;

async function fill() {
  const orders = Array.from({ length: MANY }, (_, index) => of(`Massa ${index}`, 60 + index / 10));
  // As many at a time as a busy evening's kitchens.
  for (let from = 0; from < MANY; from += 30) {
    await Promise.all(orders.slice(from, from + 30).map((order) => world.kitchen.register(order)));
  }
}
const focused = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.getAttribute("aria-rowindex") ?? NaN));

it("of hundreds is scrolled, and walked through with the keyboard, with few rows there at a time", async () => {
  await fill();
  const { page } = await visitAs(world, DESK, await colleague(world.server), "/seuranta");
  const grid = page.getByRole("grid", { name: BOARD.title });
  // The columns' names are a line, too; parts have titles only where there are several.
  const lines = async () => Number(await grid.getAttribute("aria-rowcount"));
  await expect.poll(lines).toBeGreaterThan(MANY);
  const last = await lines();
  await expect.poll(() => boardRows(page).count()).toBeLessThan(FEW);
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe(last);
  await expect.poll(() => isInView(page)).toBe(true);
  await page.keyboard.press("PageUp");
  await expect.poll(() => focused(page)).toBeLessThan(MANY - 8);
  await expect.poll(() => isInView(page)).toBe(true);
  const up = await focused(page);
  await page.mouse.wheel(0, -6_000);
  await expect.poll(() => isInView(page)).toBe(false);
  expect(await focused(page)).toBe(up);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focused(page)).toBe(up - 1);
  await expect.poll(() => isInView(page)).toBe(true);
  await page.keyboard.press("Home");
  await expect.poll(() => focused(page)).toBeLessThan(4);
  await expect.poll(() => isInView(page)).toBe(true);
  await expect.poll(() => boardRows(page).count()).toBeLessThan(FEW);
});

/** Whether the row with the focus is seen, and not under the columns' names. */
function isInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const row = document.activeElement?.getBoundingClientRect();
    const head = document.querySelector("[role=columnheader]")?.getBoundingClientRect();
    return !!row && !!head && row.top >= head.bottom - 1 && row.bottom <= window.innerHeight + 1;
  });
}
