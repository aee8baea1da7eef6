/** Ordering again, in two presses or in one, and taking it back. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { OPEN, pickupAt, restaurant } from "../harness/checkoutPage";
import { favour, member, memberTo, order, RATAPIHA } from "../harness/member";
import { expectUsable } from "../harness/usable";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
const DEVICES = ["phone", "desktop"] as const;
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 90_000;
const JAFFA = { productId: "3704", sizeId: "302" };

/** What the cart holds: ids and how many. */
function cart(page: Page): Promise<[string, number][]> {
  return page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as {
      items?: { productId: string; quantity: number }[];
    };
    return (kept.items ?? []).map(({ productId, quantity }) => [productId, quantity]);
  }, ORDER_KEY);
}

/** Whether a part of the menu is where one looks. */
async function inSight(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole("heading", { name, exact: true }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y < height;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Tilaa uudelleen" });
const undo = (page: Page) => page.getByRole("button", { name: "Kumoa" });

describe.each(DEVICES)("on a %s", (device) => {
  // spec: MN-42
  it("the menu is looked through by its parts and by what one eats, and a past order is ordered from it", async () => {
    const who = await memberTo(world, { method: pickupAt(OPEN.kaisaniemi) }, { device });
    await order(who, [{ ...RATAPIHA, quantity: 2 }]);
    await who.open("/menu");
    const { page } = who;
    await page.getByRole("navigation", { name: "Tuoteryhmät" }).getByRole("link", { name: "Dipit" }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#dipit");
    await expect.poll(() => inSight(page, "Dipit")).toBe(true);
    const meat = page.getByRole("heading", { name: "Ratapiha" });
    await meat.first().waitFor();
    await page
      .getByRole("group", { name: "Rajaa ruokalistaa" })
      .getByRole("button", { name: "Vegan" })
      .click();
    await expect.poll(() => new URL(page.url()).searchParams.get("rajaus")).toBe("Vegan");
    await expect.poll(() => meat.count()).toBe(0);
    await page.getByRole("button", { name: "poista rajaus" }).click();
    await meat.first().waitFor();
    await page.getByRole("link", { name: /^Tilaa uudelleen/ }).click();
    await dialog(page)
      .getByRole("button", { name: /^Lisää koriin: Tilattu/ })
      .click();
    await expect.poll(() => cart(page)).toEqual([["3205", 2]]);
  });

  it("the last order is on the front page, and two presses away from the cart", async () => {
    const who = await memberTo(world, null, { device });
    await order(who, [{ ...RATAPIHA, quantity: 2 }, JAFFA]);
    await who.open("/");
    const { page } = who;
    await page.getByRole("link", { name: /^Tilaa uudelleen.*Ratapiha × 2, Jaffa/ }).click();
    await dialog(page)
      .getByRole("button", { name: /^Lisää.* koriin: Tilattu/ })
      .click();
    await page.getByText("Korissa 3 tuotetta lisää.").waitFor();
    await expect
      .poll(() => cart(page))
      .toEqual([
        ["3205", 2],
        ["3704", 1],
      ]);
    await undo(page).click();
    await expect.poll(() => cart(page)).toEqual([]);
    // Of an order one can take a part.
    await dialog(page)
      .getByRole("button", { name: /^Lisää koriin: Jaffa-limonadi, Tilattu/ })
      .click();
    await expect.poll(() => cart(page)).toEqual([["3704", 1]]);
    await dialog(page).getByRole("button", { name: "Valmi" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/menu");
  });

  it("the favourite is one press away, and for ten seconds another takes it back", async () => {
    const who = await memberTo(world, { method: pickupAt(OPEN.kaisaniemi) }, { device });
    await favour(who, await order(who));
    await who.open("/");
    const { page } = who;
    await page.getByRole("button", { name: "Suosikkitilaus koriin" }).click();
    await page.waitForURL(/\/ostoskori/);
    await page.getByRole("heading", { name: "Ratapiha" }).waitFor();
    await page.getByText("Korissa 1 tuote lisää.").waitFor();
    await undo(page).click();
    await page.getByText("Ostoskorisi on tyhjä.", { exact: false }).waitFor();
    expect(await cart(page)).toEqual([]);
  });
});

it("what has run out is said first, and is not added", async () => {
  const who = await memberTo(world, { method: pickupAt(OPEN.turku) });
  await order(who, [RATAPIHA, JAFFA]);
  await restaurant(world.server, "PUT", OPEN.turku, "out/product/3704");
  await who.open("/menu/tilaa-uudelleen");
  const { page } = who;
  await page.getByText("Loppu tästä ravintolasta juuri nyt.").waitFor();
  await dialog(page)
    .getByRole("button", { name: /^Lisää.* koriin: Tilattu/ })
    .click();
  const said = dialog(page).getByRole("alert");
  await said.getByText("Osa tuotteista ei ole saatavilla, eikä niitä lisätty.").waitFor();
  await said.getByText("Jaffa-limonadi").waitFor();
  await expect.poll(() => cart(page)).toEqual([["3205", 1]]);
});

// spec: AC-13, RO-19, RO-22
it("an order is made the favourite and ordered again by the keyboard alone", async () => {
  const who = await memberTo(world, { method: pickupAt(OPEN.kaisaniemi) }, { device: "desktop" });
  const id = await order(who);
  await who.open("/asiakastili/tilaushistoria");
  const { page } = who;
  // It is under way: it is followed first, and stands in the history once it is over.
  await world.kitchen.reportStatus({ orderId: id, orderKey: "", path: "" }, "finished");
  await page.goto(`${who.proxy.url}/asiakastili/tilaushistoria#tilaus-${id}`);
  const opened = page.getByRole("dialog", { name: `Tilaus ${id}` });
  await opened.getByRole("button", { name: "Tallenna" }).focus();
  await page.keyboard.press("Enter");
  await opened.getByRole("button", { name: "Suosikkisi", pressed: true }).waitFor();
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Suosikkitilaus koriin" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/ostoskori/);
  await expect.poll(() => cart(page)).toEqual([["3205", 1]]);
  await page.goto(`${who.proxy.url}/asiakastili/tilaushistoria#tilaus-${id}`);
  await opened.getByRole("button", { name: "Suosikkisi" }).click();
  await opened.getByRole("button", { name: "Tallenna", pressed: false }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Valitse suosikkitilaus" }).waitFor();
});

// spec: T-77
it("an order that was placed elsewhere is followed from the front page", async () => {
  const who = await memberTo(world);
  const id = await order(who);
  const asked = who.page.waitForRequest(/customers\/orders\/latest\?limit=3$/);
  await who.open("/");
  await asked;
  const strip = who.page.getByRole("region", { name: "Tilauksesi" }).getByRole("link");
  await strip.click();
  await expect.poll(() => new URL(who.page.url()).pathname).toBe(`/tilaus/${id}`);
});

it("everybody can use the dialog", { timeout: AUDITED_WITHIN_MS }, async () => {
  const who = await memberTo(world, { method: pickupAt(OPEN.kaisaniemi) });
  await order(who, [RATAPIHA, JAFFA]);
  await who.open("/menu/tilaa-uudelleen");
  await dialog(who.page)
    .getByRole("button", { name: /^Lisää.* koriin: Tilattu/ })
    .click();
  await undo(who.page).hover();
  await expectUsable(who.page);
});

it("everybody can use the front page of who is signed in", { timeout: AUDITED_WITHIN_MS }, async () => {
  const who = await memberTo(world);
  await favour(who, await order(who));
  await who.open("/");
  await who.page.getByRole("link", { name: /^Tilaa uudelleen/ }).waitFor();
  await expectUsable(who.page);
});

it("who has ordered nothing yet finds the menu", async () => {
  const { page } = await member(world, "/menu/tilaa-uudelleen");
  await dialog(page).getByText("Ei vielä tilauksia").waitFor();
  expect(await dialog(page).getByRole("link", { name: "Ruokalistaan" }).getAttribute("href")).toBe("/menu");
});
