/** The front page of who comes back, and the way into the menu. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { HEADING } from "./harness/headings";
import { delivery, pickup, preorder } from "./harness/orders";
import { rememberOrders, shopperTo } from "./harness/shopper";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();

/** Audited on four devices. */
const AUDITED_WITHIN_MS = 90_000;

const strips = (page: Page) => page.getByRole("region", { name: "Tilauksesi" }).getByRole("link");
const titles = (page: Page) => strips(page).locator("b").allInnerTexts();

// spec: T-73, T-74, T-78
it("the latest three are there, each leads to its tracking, and they follow the kitchen", async () => {
  const { kitchen } = world;
  const oldest = await kitchen.having(delivery(), "accepted");
  const later = await kitchen.having(preorder(26));
  const sooner = await kitchen.having(delivery(), "accepted", "inMaking", "inOven");
  const latest = await kitchen.having(delivery(), "accepted");
  const visit = await shopperTo(world, null);
  await rememberOrders(visit, [latest, sooner, later, oldest]);
  await visit.open("/");
  const { page } = visit;
  await expect.poll(() => titles(page)).toEqual([HEADING.accepted, HEADING.inOven, HEADING.preorder]);
  const paths = () => strips(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  await expect.poll(paths).toEqual([latest, sooner, later].map(({ path }) => path));

  await kitchen.reportStatus(latest, "inMaking");
  await kitchen.reportStatus(sooner, "cancelled", "Uuni hajosi kesken illan.");
  // One that is over makes room for the next.
  await expect.poll(() => titles(page)).toEqual([HEADING.inMaking, HEADING.preorder, HEADING.accepted]);
  await expect.poll(paths).toEqual([latest, later, oldest].map(({ path }) => path));
});

// spec: T-75, T-76
it(
  "who fetches reads when the pizza is ready, and everybody can use it",
  { timeout: AUDITED_WITHIN_MS },
  async () => {
    const order = await world.kitchen.having(pickup(), "accepted", "inMaking");
    const visit = await shopperTo(world, null);
    await rememberOrders(visit, [order]);
    await visit.open("/");
    await expect
      .poll(() => strips(visit.page).allInnerTexts())
      .toEqual([expect.stringMatching(/\d+–\d+\smin/)]);
    await expectUsable(visit.page);
  },
);

it.each([
  [1280, 6],
  [390, 3],
  [320, 2],
])("in a window of %i px %i categories stand beside each other", async (width, columns) => {
  const { page } = await world.visit("/");
  await page.setViewportSize({ width, height: 844 });
  const list = page.getByRole("region", { name: "Mitä tekisi mieli?" }).getByRole("list");
  const seen = () =>
    list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length, { timeout: 5_000 });
  await expect.poll(seen).toBe(columns);
});
