/** What happens meanwhile: something runs out, another tab or another device is quicker, the server goes and comes back. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ORDER_KEY } from "../src/shop/cart/storage";
import { Chain } from "./harness/chain";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { CUSTOMER, shopper } from "./harness/shopper";
import { line, moneyOf, OPEN, pickupAt, ready, restaurant, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const chain = await Chain.make();
// So far north that nobody comes there.
await chain.addAddress("Inarintie,1,99870,Inari,68.906,27.028");
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });
const SLOW = 60_000;
/** More than what lies between two orders of one browser (CK-09). */
const BETWEEN_ORDERS_MS = 30_000;

const bar = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words }).first();

// spec: PD-21, CA-55
it(
  "what runs out while one builds is said at once and stops the pizza, until it is taken off",
  async () => {
    const method = pickupAt(OPEN.kallio, { preorderTime: CUSTOMER.chosen.method.preorderTime });
    const { page } = await shopper(world, "/menu/perfetta", { method });
    const editor = page.getByRole("dialog", { name: "Perfetta" });
    const dough = editor.getByRole("combobox", { name: "Pizzapohja" });
    await dough.selectOption({ index: 3 });
    await editor.getByRole("radio", { name: /^Perhe/ }).press("Space");
    await editor.getByText("Ei saatavissa Perhe-koossa: Gluteeniton pohja").waitFor();
    await editor.getByRole("button", { name: "Lisää: Pepperoni" }).first().click();
    await editor.getByRole("button", { name: "Lisää: Ananas" }).first().click();
    await dough.selectOption({ index: 1 });
    await restaurant(world.server, "PUT", OPEN.kallio, "out/ingredient/1302");
    const words = editor.getByText("Pepperoni loppui juuri ravintolasta. Vaihda tai poista se.");
    await words.waitFor();
    await editor.getByRole("button", { name: /^Lisää tilaukseen(?!:)/ }).click();
    expect(await editor.isVisible()).toBe(true);
    await editor.getByRole("button", { name: "Poista: Pepperoni" }).first().click();
    await expect.poll(() => words.count()).toBe(0);
    await editor.getByRole("button", { name: /^Lisää tilaukseen \d/ }).click();
    await editor.waitFor({ state: "detached" });
    await restaurant(world.server, "DELETE", OPEN.kallio, "out/ingredient/1302");
  },
  SLOW,
);

// spec: PD-63
it(
  "a line that another tab takes away while it is changed is said to be gone",
  async () => {
    const items = [line(), line({ uuid: "b", productId: "3208", name: "Satamanosturi" })];
    const checkout = await CheckoutPage.open(world, ready(OPEN.kluuvi, { items }), { device: "desktop" });
    const { page } = checkout;
    await page.getByRole("link", { name: /^Muokkaa: Ratapiha/ }).click();
    await page.getByRole("dialog", { name: "Ratapiha" }).waitFor();
    const second = await checkout.secondTab();
    await second.getByRole("button", { name: "Poista: Ratapiha" }).click();
    await bar(page, "Tuotetta ei löytynyt tilauksesta").waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => checkout.lines()).toEqual(["Satamanosturi"]);
    await checkout.goToPay();
  },
  SLOW,
);

it("a cart that is full says so, and keeps what it has", async () => {
  const items = Array.from({ length: 50 }, (_, at) => line({ uuid: `line-${at}`, quantity: 1 + at }));
  const { page } = await CheckoutPage.open(world, ready(OPEN.bulevardi, { items }));
  await page.goto(`${world.server.url}/menu`);
  await page.getByRole("button", { name: "Lisää: Aiolidippi" }).click();
  const dialog = page.getByRole("dialog", { name: "Ostoskoriin mahtuu enintään 50 eri tuotetta." });
  await dialog.getByRole("button", { name: "Sulje", exact: true }).click();
  const kept = await page.evaluate((key) => localStorage.getItem(key) ?? "", ORDER_KEY);
  expect((JSON.parse(kept) as { items: unknown[] }).items).toHaveLength(50);
});

// spec: CK-09
it(
  "an order that was paid elsewhere is said before another is made of the cart that was changed since",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.oulu), { clock: true });
    const { page } = checkout;
    await checkout.goToPay();
    const session = page.url();
    await page.goBack();
    await page.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
    await checkout.awaitSum("Maksa 29,80 €");
    // In the bank's own app, which never led back.
    const paid = await fetch(session, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "choice=pay",
      redirect: "manual",
    });
    expect(paid.status).toBe(303);
    await page.clock.fastForward(BETWEEN_ORDERS_MS);
    await checkout.button().click();
    await page
      .getByText("Edellinen tilauksesi meni perille. Jos haluat tilata tämänkin, paina uudelleen.")
      .waitFor();
    expect(await moneyOf(world.server, OPEN.oulu)).toBe(14.9);
    await checkout.awaitSum("Maksa 14,90 €");
    await page.getByRole("link", { name: "Seuraa tilausta" }).click();
    await awaitHeading(page, HEADING.received);
  },
  SLOW,
);

// spec: OS-62
it("where nobody delivers one is told so, and may come to a restaurant instead", async () => {
  const { page } = await shopper(world, "/menu#aloita-tilaus", null);
  const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
  await setUp.getByRole("combobox").fill("Inarintie 1");
  await page.getByRole("option", { name: "Inarintie 1, 99870 Inari" }).click();
  const words = setUp.getByText(
    "Osoitteelle ei löydy yhtään kuljetusta tarjoavaa ravintolaa. Kokeile valita toimitustavaksi Nouto.",
  );
  await words.waitFor();
  await setUp.getByRole("button", { name: "Valitse Nouto" }).click();
  await setUp.getByRole("searchbox").waitFor();
  await expect.poll(() => words.count()).toBe(0);
});

// The last, since the server answers at another address from then on.
it(
  "a server that goes while one pays is said to be out of reach, and when it is back the cart is ordered once",
  async () => {
    const order = ready(OPEN.tampere, { paymentMethod: "onsite" });
    const { page, proxy } = await shopper(world, "/ostoskori", order);
    const button = page.getByRole("button", { name: "Tilaa 14,90 €", exact: true, disabled: false });
    await button.waitFor();
    await world.server.kill();
    await button.click();
    await page.getByText("Yhteys ei toimi. Tilausta ei lähetetty, ja ostoskorisi on tallessa.").waitFor();
    await page.getByRole("heading", { name: "Ratapiha" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("Aino Virtanen");
    await world.server.restart();
    proxy.lead(world.server.address);
    await button.click();
    await page.waitForURL(/\/tilaus\/\d+/);
    await awaitHeading(page, HEADING.received);
  },
  SLOW,
);
