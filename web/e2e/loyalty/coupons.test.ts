/** Coupons: used from their cards, asked for by who may not, and entered by hand. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { Chain } from "../harness/chain";
import { OPEN, pickupAt } from "../harness/checkoutPage";
import { joined } from "../harness/loyalty";
import { memberTo } from "../harness/member";
import { shopper } from "../harness/shopper";
import { expectUsable } from "../harness/usable";
import type { VisitOptions } from "../harness/visit";
import { useWorld } from "../harness/world";

const chain = await Chain.make();
// The server's coupons hold at every hour; the page's clock stands on a Saturday.
await chain.set({ couponHours: { days: [0, 1, 2, 3, 4], from: "00:00", until: "24:00" } });
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder } });
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 90_000;
const PICKED_UP = { method: pickupAt(OPEN.kaisaniemi) };
const SATURDAY = 6;
const DAY_MS = 24 * 60 * 60_000;

/** As if it were Saturday. */
function onSaturday(): VisitOptions {
  const days = (SATURDAY - new Date().getDay() + 7) % 7;
  return days === 0 ? {} : { clockOffMs: days * DAY_MS };
}

const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** The codes that the cart holds. */
function codes(page: Page): Promise<string[]> {
  return page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as { promotionCodes?: string[] };
    return kept.promotionCodes ?? [];
  }, ORDER_KEY);
}

// spec: CP-08
it.each(["phone", "desktop"] as const)(
  "on a %s a coupon is used from its card, and given up there",
  async (device) => {
    const { page } = await shopper(world, "/kupongit", PICKED_UP, { device, ...onSaturday() });
    const saunavuoro = card(page, "Saunavuoro");
    await saunavuoro.getByText("9,90 €").waitFor();
    await saunavuoro.getByRole("button", { name: "Käytä: Saunavuoro" }).click();
    await saunavuoro.getByText("Lisätty").waitFor();
    await expect.poll(() => codes(page)).toEqual(["saunavuoro"]);
    await saunavuoro.getByRole("button", { name: "Poista kuponki: Saunavuoro" }).click();
    await expect.poll(() => codes(page)).toEqual([]);
  },
);

// spec: CP-15
it("a coupon that does not hold says why on its card, and leaves nothing in the cart", async () => {
  const { page } = await shopper(world, "/kupongit", PICKED_UP, onSaturday());
  const drink = card(page, "Juoma kaupan päälle");
  await drink.getByRole("button", { name: /^Käytä/ }).click();
  await drink
    .getByRole("alert")
    .getByText(/^Juoma kuuluu hintaan/)
    .waitFor();
  expect(await codes(page)).toEqual([]);
  await drink.getByRole("button", { name: "Sulje virheilmoitus" }).click();
  await drink.getByRole("button", { name: /^Käytä/ }).waitFor();
});

// spec: CP-04, CP-05, CP-09, CP-19
it("a coupon of members leads others to the door, and comes back from there", async () => {
  const guest = await shopper(world, "/kupongit", PICKED_UP, onSaturday());
  await card(guest.page, "Monster").getByRole("link", { name: "Kirjaudu" }).click();
  await guest.page.waitForURL(/\/kirjaudu/);
  const origin = await guest.page.evaluate(() => sessionStorage.getItem("ovelle.origin"));
  expect(origin).toBe("/kupongit");
  const registered = await memberTo(world, PICKED_UP, onSaturday());
  await registered.open("/kupongit");
  await card(registered.page, "Monster").getByRole("link", { name: "Liity" }).waitFor();
  const member = await joined(world, onSaturday());
  await member.open("/kupongit");
  await card(member.page, "Monster").getByRole("button", { name: "Käytä: Monster" }).waitFor();
  await member.page.getByRole("link", { name: "Omat etukoodit" }).waitFor();
});

// spec: CP-10
it("what has no product has its code", async () => {
  const { page } = await shopper(world, "/kupongit", PICKED_UP, onSaturday());
  const three = card(page, "Kolme euroa pois");
  await three.getByText("KOLMEPOIS").waitFor();
  expect(await three.getByRole("button", { name: /^Käytä/ }).count()).toBe(0);
});

// spec: CA-58
it("a code is entered by hand", async () => {
  const { page } = await shopper(world, "/kupongit", PICKED_UP, onSaturday());
  await page.getByLabel("Kampanjakoodi").fill("ovelle10");
  await page.getByRole("button", { name: "Lisää", exact: true }).click();
  await expect.poll(() => codes(page)).toEqual(["ovelle10"]);
});

it(
  "everybody can use the page",
  async () => {
    const { page } = await shopper(world, "/kupongit", PICKED_UP, onSaturday());
    await card(page, "Saunavuoro").waitFor();
    await expectUsable(page);
  },
  AUDITED_WITHIN_MS,
);
