/** Failures of the catalogue as the real server raises them, and as a person at the till reads them. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Order } from "../src/shop/cart/order";
import { DELIVERED, line, OPEN, pickupAt, ready, Till } from "./harness/till";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });

const bar = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });
const till = (page: Page, words: string) => page.getByRole("region", { name: "Kassa" }).getByText(words);

/** A preorder at a time that is no quarter of an hour, whatever day it is. */
const NO_QUARTER = `${new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)} 18:07`;
/** In Tampere: no restaurant of Helsinki goes there. */
const FAR: Order["method"] = {
  ...DELIVERED,
  address: DELIVERED.address && { ...DELIVERED.address, latitude: 61.4981, longitude: 23.761 },
};

describe("what stands in the way of the whole is said in a bar, and over a button that cannot be pressed", () => {
  // spec: ER-10, ER-12, ER-13, ER-14
  it.each<[code: string, method: Order["method"], words: string]>([
    ["shop/not-online", pickupAt("128"), "Väliaikaisesti ei verkkokauppatilauksia"],
    [
      "shop/delivery-method-not-available",
      { ...DELIVERED, restaurantId: "23" },
      "Väliaikaisesti ei kuljetusta",
    ],
    ["shop/delivery/outside-of-range", FAR, "Osoitteesi on liian kaukana hakemastasi ravintolasta."],
    [
      "preorder/time-not-valid",
      pickupAt(OPEN.kaisaniemi, { preorderTime: NO_QUARTER }),
      "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.",
    ],
  ])("%s", async (_, method, words) => {
    const { page } = await Till.open(world, ready(OPEN.kaisaniemi, { method }));
    await bar(page, words).waitFor();
    await till(page, words).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Maksa/, disabled: true }).count()).toBe(1);
    await bar(page, words).getByRole("button", { name: "Sulje virheilmoitus" }).click();
    await expect.poll(() => bar(page, words).count()).toBe(0);
    await till(page, words).waitFor();
  });
});

// spec: ER-16, ER-20, ER-21, ER-22, ER-31, ER-32, PR-15
it("what is no more leaves the cart with a word for each, and the rest can be ordered", async () => {
  const items = [
    line(),
    line({ uuid: "b", productId: "9998", name: "Muinainen" }),
    line({ uuid: "c", productId: "9999", name: "Ikivanha", quantity: 2 }),
    line({ uuid: "d", productId: "3002", sizeId: "999", name: "Rappukäytävä", quantity: 3 }),
    line({ uuid: "e", productId: "3101", name: "Laukontorin Musta" }),
  ];
  const guest = await Till.open(world, ready(OPEN.kaisaniemi, { items }));
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
    const guest = await Till.open(world, ready(OPEN.kaisaniemi, { items: [drink] }));
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
      await till(page, words).first().waitFor();
    }
    await expect.poll(() => page.getByRole("list", { name: "Käytössä olevat koodit" }).count()).toBe(0);
    await guest.goToPay();
  });

  it("that waits for another method of payment stays, says so, and takes its euro once it is chosen", async () => {
    const guest = await Till.open(world, ready(OPEN.kaisaniemi));
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
    const guest = await Till.open(world, ready(OPEN.kaisaniemi, { paymentMethod: "giftcard" }));
    const { page } = guest;
    const number = page.getByRole("textbox", { name: "Lahjakortin numero" });
    const pin = page.getByRole("textbox", { name: "PIN-koodi" });
    await number.fill("9990 0000 0000 0041");
    await pin.fill("0000");
    await guest.button().click();
    await till(page, invalid).waitFor();
    await pin.fill("4567");
    await guest.button().click();
    await till(page, short).waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await number.fill("9990000000000017");
    await pin.fill("1234");
    await guest.button().click();
    await page.waitForURL(/\/tilaus\/\d+/);
  });

  // Coordinates of a cheaper zone do not make an address cheaper.
  it("delivery/address-unknown", async () => {
    const address = DELIVERED.address && { ...DELIVERED.address, latitude: 60.166, longitude: 24.94 };
    const guest = await Till.open(world, ready(OPEN.kaisaniemi, { method: { ...DELIVERED, address } }));
    await guest.button().click();
    const words = "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.";
    await till(guest.page, words).waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
  });
});
