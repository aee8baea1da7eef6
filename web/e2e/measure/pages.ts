/** How the shop's pages load on a phone, how still they stand, and how soon they answer a press. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { delivery } from "../harness/orders";
import { shiftOf } from "../harness/shifts";
import { CUSTOMER, shopperTo } from "../harness/shopper";
import { useWorld } from "../harness/world";
import { tell } from "./harness/figures";
import { type Load, loadOnce } from "./harness/lighthouse";
import { pressed, shown, slowed } from "./harness/presses";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** How often each figure is taken; `RUNS=1` is for a look. */
const RUNS = Number(process.env["RUNS"] ?? 5);
const SLOWER = 4;
const LOADED_WITHIN_MS = 600_000;

async function onItsWay(): Promise<string> {
  const order = await world.kitchen.register(delivery());
  await world.kitchen.bring(order, "beingDelivered");
  return order.path;
}

const LOADED: readonly [string, () => string | Promise<string>][] = [
  ["home", () => "/"],
  ["menu", () => "/menu"],
  ["a product link", () => "/menu/hunajapesa"],
  ["the tracker with its map", onItsWay],
];

it.each(LOADED)(
  "loads %s",
  async (name, pathOf) => {
    const url = `${world.server.url}${await pathOf()}`;
    const loads: Load[] = [];
    const faults = new Set<string>();
    for (let run = 0; run < RUNS; run += 1) {
      const loaded = await loadOnce(url);
      loads.push(loaded.load);
      for (const fault of loaded.faults) faults.add(fault);
    }
    await tell(`Lighthouse on a phone: ${name}`, loads);
    if (faults.size > 0) process.stdout.write(`  fails: ${[...faults].join(", ")}\n`);
    expect(loads).toHaveLength(RUNS);
  },
  LOADED_WITHIN_MS,
);

const STILL = [
  "/",
  "/menu",
  "/menu/hunajapesa",
  "/menu/kaveripaketti",
  "/menu/ei-ole",
  "/ravintolat",
  "/ravintolat/ovelle-kaisaniemi",
  "/ravintolat/ei-ole",
  "/raaka-aineet",
  "/osta2maksa1",
  "/tarjoukset",
  "/ostoskori",
  "/tilaus",
  "/kirjaudu",
  "/ei-ole",
];

it("stands still", async () => {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const shifts: Record<string, number> = {};
    for (const path of [...STILL, await onItsWay()]) {
      const visit = await world.visitor({ motion: true });
      await slowed(visit.page, SLOWER, async () => {
        await visit.open(path);
        await visit.page.waitForLoadState("networkidle");
        shifts[path.startsWith("/tilaus/") ? "/tilaus/{id}" : path] = await shiftOf(visit.page);
      });
    }
    runs.push(shifts);
  }
  await tell("Layout shift on a phone", runs);
  expect(runs).toHaveLength(RUNS);
});

const editorOf = (page: Page) => page.getByRole("dialog", { name: "Rappukäytävä" });
const addTo = (page: Page) => editorOf(page).getByRole("button", { name: /^Lisää tilaukseen(?!:)/ });

it("answers presses on the product dialog", async () => {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const visit = await shopperTo(world, CUSTOMER.chosen, { motion: true });
    const { page } = visit;
    await visit.open("/menu");
    const card = page.getByRole("article").getByRole("link", { name: "Rappukäytävä" }).first();
    await card.waitFor();
    await page.waitForLoadState("networkidle");
    const times = await slowed(page, SLOWER, async () => {
      const opening = await pressed(page, card);
      await addTo(page).waitFor();
      const editor = editorOf(page);
      return {
        opening,
        size: await pressed(
          page,
          editor
            .locator("label")
            .filter({ has: page.getByRole("radio") })
            .nth(1),
        ),
        topping: await pressed(page, editor.getByRole("button", { name: /^Lisää: / }).first()),
        removing: await pressed(page, editor.getByRole("button", { name: /^Poista: / }).first()),
        adding: await pressed(page, addTo(page)),
      };
    });
    runs.push({ ...times, largest: Math.max(...Object.values(times)) });
  }
  await tell(`Presses on the product dialog, processor ${SLOWER} times slower: ms to the next picture`, runs);
  expect(runs).toHaveLength(RUNS);
});

it("shows at once what was added to the cart", async () => {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const times: Record<string, number> = {};
    for (const slower of [1, SLOWER]) {
      const visit = await shopperTo(world, CUSTOMER.chosen, { motion: true });
      const { page } = visit;
      await visit.open("/menu/rappukaytava");
      await addTo(page).waitFor();
      await page.waitForLoadState("networkidle");
      times[`at ${slower}x`] = await slowed(page, slower, () =>
        shown(page, addTo(page), "header a[href='/ostoskori']", "1 tuote"),
      );
    }
    runs.push(times);
  }
  await tell("From a press on 'Lisää tilaukseen' to a picture in which the cart has it, in ms", runs);
  expect(runs).toHaveLength(RUNS);
});
