/** Failures of the catalogue as the real server raises them, and as a person on the cart's page reads them. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Order } from "../src/shop/cart/order";
import { Chain } from "./harness/chain";
import { DELIVERED, line, OPEN, pickupAt, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const chain = await Chain.make();
await chain.stopDeliveries(OPEN.kluuvi);
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });

const bar = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });
const checkout = (page: Page, words: string) => page.getByRole("region", { name: "Kassa" }).getByText(words);

/** The day so many days from now, or before it. */
const day = (ahead: number) => new Date(Date.now() + ahead * 24 * 60 * 60_000).toISOString().slice(0, 10);
/** A preorder at a time that is no quarter of an hour, whatever day it is. */
const NO_QUARTER = `${day(1)} 18:07`;
/** In Tampere: no restaurant of Helsinki goes there. */
const FAR: Order["method"] = {
  ...DELIVERED,
  address: DELIVERED.address && {
    ...DELIVERED.address,
    streetAddress: "Hämeenkatu 16",
    city: "Tampere",
    zipCode: "33200",
    latitude: 61.4979,
    longitude: 23.7598,
  },
};

describe("what stands in the way of the whole is said in a bar, and over a button that cannot be pressed", () => {
  // spec: ER-07, ER-10, ER-11, ER-12, ER-13, ER-14
  it.each<[code: string, method: Order["method"], words: string]>([
    ["shop/offline", pickupAt("132"), "Ravintola on suljettu"],
    ["shop/not-online", pickupAt("128"), "Väliaikaisesti ei verkkokauppatilauksia"],
    [
      "shop/delivery-method-not-available",
      { ...DELIVERED, restaurantId: "23" },
      "Väliaikaisesti ei kuljetusta",
    ],
    [
      "shop/delivery-method-not-available",
      pickupAt("77", { orderType: "eatin" }),
      "Toimitustapa ei ole käytettävissä tässä ravintolassa.",
    ],
    [
      "shop/delivery/not-possible-at-the-time",
      { ...DELIVERED, restaurantId: OPEN.kluuvi, preorderTime: `${day(1)} 18:00` },
      "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.",
    ],
    ["shop/delivery/outside-of-range", FAR, "Osoitteesi on liian kaukana hakemastasi ravintolasta."],
    [
      "preorder/time-not-valid",
      pickupAt(OPEN.kaisaniemi, { preorderTime: NO_QUARTER }),
      "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.",
    ],
  ])("%s", async (_, method, words) => {
    const { page } = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { method }));
    await bar(page, words).waitFor();
    await checkout(page, words).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Maksa/, disabled: true }).count()).toBe(1);
    await bar(page, words).getByRole("button", { name: "Sulje virheilmoitus" }).click();
    await expect.poll(() => bar(page, words).count()).toBe(0);
    await checkout(page, words).waitFor();
  });
});

// spec: ER-07
it("a restaurant whose cars stay at home says so where one pays, and one may come there instead", async () => {
  const method = { ...DELIVERED, restaurantId: OPEN.kluuvi };
  const guest = await CheckoutPage.open(world, ready(OPEN.kluuvi, { method }));
  const { page } = guest;
  await checkout(page, "Väliaikaisesti ei kuljetusta").waitFor();
  expect(await guest.button().count()).toBe(0);
  expect(await bar(page, "Väliaikaisesti ei kuljetusta").count()).toBe(0);
  await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
  const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
  await setUp.getByRole("radio", { name: "Nouto" }).check();
  await setUp.getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
  await setUp.waitFor({ state: "detached" });
  await guest.awaitSum("Maksa 14,90 €");
  await guest.goToPay();
});

// spec: PR-22, PR-23, ER-25
describe("where and when is chosen anew, and the cart is as it was", () => {
  it.each([
    [
      "for a restaurant that takes no preorders",
      pickupAt("77", { preorderTime: `${day(1)} 12:00` }),
      "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.",
    ],
    [
      "for a time that has gone by",
      pickupAt(OPEN.kaisaniemi, { preorderTime: `${day(-1)} 18:00` }),
      "Valitsemasi aika on liian lähellä. Valitse myöhempi aika.",
    ],
  ])("%s", async (_, method, words) => {
    const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { method }));
    const { page } = guest;
    await bar(page, words).waitFor();
    await page.getByText("Ole hyvä ja valitse ensin ravintola!").waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await page.getByRole("link", { name: "Valitse toimitustapa ja ravintola" }).click();
    const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
    await setUp.getByRole("radio", { name: "Nouto" }).check();
    await setUp.getByRole("searchbox").fill("Kaisaniemi");
    await setUp.getByRole("radio", { name: /^Ovelle Kaisaniemi/ }).check();
    await setUp.getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
    await setUp.waitFor({ state: "detached" });
    await guest.awaitSum("Maksa 14,90 €");
    await expect.poll(() => bar(page, words).count()).toBe(0);
    await guest.goToPay();
  });
});

// spec: PR-10, PR-11
it("a fee that is held no more is asked for anew, and said where it is another", async () => {
  const order = ready(OPEN.kaisaniemi, {
    method: { ...DELIVERED, zoneId: "12-1", deliveryZoneVersion: "V1" },
  });
  const held = {
    deliveryPriceToken: "v1.of-another-build",
    deliveryPriceExpiresAt: new Date(Date.now() + 60 * 60_000).toISOString(),
    heldDeliveryFee: 3.9,
  };
  const guest = await CheckoutPage.open(world, { ...order, ...held });
  await bar(guest.page, "Kuljetusmaksu on muuttunut.").waitFor();
  await guest.awaitSum("Maksa 21,80 €");
  await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
  await guest.goToPay();
});

// spec: ER-16, ER-20, ER-21, ER-22, ER-31, ER-32
it("what is no more leaves the cart with a word for each, and the rest can be ordered", async () => {
  const items = [
    line(),
    line({ uuid: "b", productId: "9998", name: "Muinainen" }),
    line({ uuid: "c", productId: "9999", name: "Ikivanha", quantity: 2 }),
    line({ uuid: "d", productId: "3002", sizeId: "999", name: "Rappukäytävä", quantity: 3 }),
    line({ uuid: "e", productId: "3101", name: "Laukontorin Musta" }),
  ];
  const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { items }));
  const { page } = guest;
  const close = async (title: string, ...told: string[]) => {
    const dialog = page.getByRole("dialog", { name: title });
    for (const words of told) await dialog.getByText(words, { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Sulje", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await close(
    "Tuotetta ei löydy",
    "Jouduimme poistamaan ostoskoristasi tuotteet, joita ei ole juuri nyt saatavilla:",
    "Muinainen",
    "Ikivanha",
  );
  await close('Tapahtui virhe. Tuote "Rappukäytävä" poistettu ostoskorista.', "3 × Rappukäytävä");
  await close("Virhe: Tuote Laukontorin Musta poistettu korista");
  await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
  await guest.goToPay();
});

// spec: CA-06, CA-58, CA-59, ER-26, PR-24
describe("a code", () => {
  async function enter(page: Page, code: string): Promise<void> {
    await page.getByRole("textbox", { name: "Kampanjakoodi" }).fill(code);
    await page.getByRole("button", { name: "Lisää", exact: true }).last().click();
  }

  it("that does not hold is said in a bar and at its field, and stands in nobody's way", async () => {
    // Too little for any of them.
    const drink = line({ productId: "3704", sizeId: "302", name: "Jaffa-limonadi" });
    const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { items: [drink] }));
    const { page } = guest;
    for (const [code, words] of [
      ["ei ole", "Kampanjakoodia ei löydy."],
      ["JUHANNUS", "Tarjous ei ole juuri nyt käytössä."],
      ["avajaiset", "Tarjous ei sovi tähän tilaukseen."],
      ["joukot10", "Liity Kotijoukkoihin tai kirjaudu sisään."],
      ["noutoetu", "Noutajan etu kuuluu sille, joka hakee pizzansa itse ja tilaa yli 12 eurolla."],
    ] as const) {
      await enter(page, code);
      await bar(page, words).first().waitFor();
      await checkout(page, words).first().waitFor();
    }
    await expect.poll(() => page.getByRole("list", { name: "Käytössä olevat koodit" }).count()).toBe(0);
    await guest.goToPay();
  });

  it("that waits for another method of payment stays, says so, and takes its euro once it is chosen", async () => {
    const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
    const { page } = guest;
    await enter(page, "Kan nykka");
    const held = page.getByRole("list", { name: "Käytössä olevat koodit" });
    await held.getByText("kannykka").waitFor();
    await held.getByText("Tarjous ei ole voimassa valitulla maksutavalla.").waitFor();
    await guest.awaitSum("Maksa 14,90 €");
    await enter(page, "kannykka");
    await bar(page, "Kampanjakoodi on jo lisätty").first().waitFor();
    await page.getByRole("radio", { name: "MobilePay" }).check();
    await guest.awaitSum("Maksa 13,90 €");
    await page.getByRole("button", { name: "Poista koodi kannykka" }).click();
    await guest.awaitSum("Maksa 14,90 €");
    await expect.poll(() => held.count()).toBe(0);
  });
});

describe("a refusal to place the order leaves the cart as it is, and the next press goes through", () => {
  const invalid = "Lahjakortin tiedot eivät kelpaa.";
  const short = "Lahjakortti ei riitä. Valitse toinen maksutapa rinnalle.";

  // spec: PY-12
  it("payment/gift-card-invalid, payment/complementary-method-missing", async () => {
    const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { paymentMethod: "giftcard" }));
    const { page } = guest;
    const number = page.getByRole("textbox", { name: "Lahjakortin numero" });
    const pin = page.getByRole("textbox", { name: "PIN-koodi" });
    await number.fill("9990 0000 0000 0041");
    await pin.fill("0000");
    await guest.button().click();
    await checkout(page, invalid).waitFor();
    await pin.fill("4567");
    await guest.button().click();
    await checkout(page, short).waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await number.fill("9990000000000017");
    await pin.fill("1234");
    await guest.button().click();
    await page.waitForURL(/\/tilaus\/\d+/);
  });

  // Coordinates of a cheaper zone do not make an address cheaper.
  it("delivery/address-unknown", async () => {
    const address = DELIVERED.address && { ...DELIVERED.address, latitude: 60.166, longitude: 24.94 };
    const guest = await CheckoutPage.open(
      world,
      ready(OPEN.kaisaniemi, { method: { ...DELIVERED, address } }),
    );
    await guest.button().click();
    const words = "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.";
    await checkout(guest.page, words).waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
  });
});
