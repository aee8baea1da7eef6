/** The demo as a newcomer sees it: an order on its way to the door, and then the whole city. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderTracking } from "../src/api/wire";
import { isPizza } from "../src/art/food/pictured";
import { BOARD, CITY } from "../src/features/desk-board/texts";
import { audit } from "./harness/audit";
import { awaitCar, awaitGround, CarWatch } from "./harness/drawn";
import { Demo } from "./harness/demo";
import { HEADING } from "./harness/headings";
import { awaitHeading, awaitSign, plain, statesIn } from "./harness/reading";
import { boardRows, writeIn } from "./harness/staff";
import { metresBetween } from "./harness/track";
import type { Visit } from "./harness/visit";
import { useVisitors } from "./harness/world";

/** So long a newcomer has to wait for the whole story (the product's promise). */
const STORY_MS = 180_000;

/** The page is read a moment after it has happened. */
const ROUNDING_MS = 5_000;

let demo: Demo;
beforeAll(() =>
  Demo.start().then((started) => {
    demo = started;
  }),
);
const visitors = useVisitors(() => [demo.address]);
afterAll(() => demo?.stop());

/** What is left of the time that the story may take. */
const left = () => Math.max(0, demo.startedAt + STORY_MS - Date.now());
const pathOf = ({ pathname, search }: URL) => pathname + search;

describe("the demo", () => {
  it("lets a newcomer follow an order to the door within three minutes, when the page says", async () => {
    const visit = await visitors.visit(pathOf(demo.welcome.tracking), { motion: true });
    const { page } = visit;
    const { customer, restaurant, estimate, orderItems } = await orderOf(demo);
    if (!estimate) throw new Error("nobody says when the demo's order comes");
    const after = (minutes: number) => Date.parse(estimate.at) + minutes * 60_000;
    const promised = { from: after(estimate.from), to: after(estimate.to) };
    if (!customer.coordinates) throw new Error("the demo's order has no place on the map");
    const ends = { home: customer.coordinates, restaurant: restaurant.coordinates };
    const watch = await CarWatch.begin(page, ends);
    await expect.poll(() => statesIn(visit.titles), { timeout: left() }).toContain("Ihan lähellä");
    await awaitGround(page);
    await awaitCar(page);
    await expect.poll(() => statesIn(visit.titles), { timeout: left() }).toContain("Perillä");
    expect(left()).toBeGreaterThan(0);
    await awaitHeading(page, orderItems.some(isPizza) ? HEADING.delivered : "Tilaus on ovellasi");
    const told = statesIn(visit.titles).filter((state) =>
      ["Uunissa", "Matkalla", "Ihan lähellä", "Perillä"].includes(state),
    );
    expect(told).toEqual(["Ihan lähellä", "Perillä"]);
    expect(promised.from - ROUNDING_MS).toBeLessThanOrEqual(Date.now());
    expect(promised.to + ROUNDING_MS).toBeGreaterThanOrEqual(Date.now());

    // It was seen to drive all the way to the door, and without leaps.
    const drawn = await watch.all();
    const [first, last] = [drawn[0], drawn.at(-1)];
    if (!first || !last) throw new Error("no car was drawn");
    expect(metresBetween(first, ends.home)).toBeGreaterThan(100);
    expect(metresBetween(last, ends.home)).toBeLessThan(100);
    const leaps = drawn.slice(1).map((place, at) => metresBetween(drawn[at] ?? place, place));
    expect(Math.max(...leaps)).toBeLessThan(30);
    // The place stays, and asks how it was.
    await page.getByRole("radiogroup").waitFor();
  }, 210_000);

  it("lets a newcomer see the whole city on the board, as a list and as a map", async () => {
    const visit = await visitors.visit(pathOf(demo.welcome.staff), { device: "desktop", motion: true });
    const { page } = visit;
    await writeIn(page, demo.welcome.person);
    await awaitSign(page, "live");
    await expect.poll(() => boardRows(page).count()).toBeGreaterThan(8);
    expect(await audit(page)).toEqual([]);
    await expectToMove(page, visit);

    await page.getByRole("button", { name: BOARD.map, exact: true }).click();
    await awaitGround(page);
    const count = page.getByText(/^\d+ auto(a)? matkalla$/).first();
    await expect.poll(async () => parseInt(plain(await count.innerText()), 10)).toBeGreaterThan(0);
    await page.getByRole("region", { name: CITY.label }).getByRole("listitem").first().waitFor();
    expect(await audit(page)).toEqual([]);
  }, 90_000);
});

/** The city has a status every 8 s in the mean: one look of 20 s in twelve would see none. */
const MOVES_WITHIN_MS = 45_000;

/** Something happens on a board of a city that lives. */
async function expectToMove(page: Page, { frames }: Visit): Promise<void> {
  const boards = () => frames.filter(({ type }) => type === "board").length;
  await expect.poll(boards, { timeout: MOVES_WITHIN_MS }).toBeGreaterThan(1);
  expect(await boardRows(page).count()).toBeGreaterThan(8);
}

async function orderOf({ welcome: { tracking } }: Demo): Promise<OrderTracking> {
  const [, , orderId] = tracking.pathname.split("/");
  const key = tracking.searchParams.get("orderKey");
  const response = await fetch(`${tracking.origin}/api/commerce/v2/order-tracking/${orderId}/${key}`);
  return (await response.json()) as OrderTracking;
}
