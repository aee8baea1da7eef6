/** What the server finds wrong with a line of the cart, as it is read there, and how one goes on from it. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { OrderItem } from "../src/shop/cart/order";
import { Chain } from "./harness/chain";
import { DELIVERED, line, OPEN, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const SLOW = 90_000;
const HOUR_MS = 60 * 60_000;

/** The clock in Helsinki so many hours from now. */
function clockIn(hours: number): string {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Helsinki",
    hour: "2-digit",
    minute: "2-digit",
  });
  return clock.format(Date.now() + hours * HOUR_MS);
}

const chain = await Chain.make();
await chain.setProduct("3208", { availableForSaleFrom: clockIn(2), availableForSaleUntil: clockIn(3) });
await chain.setProduct("3701", { orderTypes: undefined });
await chain.setShop(OPEN.kaisaniemi, { productsNotSold: ["3218"] });
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });

/** What is on a line: so many doses of each. */
function on(doses: Record<string, number>): OrderItem["ingredients"] {
  return Object.entries(doses).map(([ingredientId, quantity]) => ({
    ingredientId,
    quantity,
    name: ingredientId,
    categoryId: "toppings",
    recipeQuantity: 0,
  }));
}

const BASE = { 1201: 1, 1001: 1, 1101: 1 };
const TWENTY_TWO = Object.fromEntries(
  ["1301", "1302", "1303", "1304", "1305", "1311", "1312", "1315", "1316", "1401", "1402"].map((id) => [
    id,
    2,
  ]),
);

/** A line, what a dialog says of it, and what the line itself says from then on; what went says nothing more. */
const LINES: readonly [what: Partial<OrderItem>, words: string, stays?: true][] = [
  [{ productId: "3218", name: "Veturi" }, "Virhe: Tuote Veturi poistettu korista"],
  [
    { productId: "3206", name: "Hunajapesä", ingredients: on({ ...BASE, 1302: 1, 9999: 1 }) },
    'Tapahtui virhe. Tuote "Hunajapesä" poistettu ostoskorista.',
  ],
  [
    { productId: "3027", sizeId: "100", name: "Vaalea lager", productCategoryId: "alcohol" },
    "Alkoholia voi tilata vain kirjautunut 18 vuotta täyttänyt.",
  ],
  [
    { productId: "3208", name: "Satamanosturi" },
    "Tuote Satamanosturi ei ole myynnissä valitsemanasi ajanhetkenä.",
    true,
  ],
  [
    { productId: "3019", sizeId: "100", name: "Valkosipulitikut", ingredients: on({ 1781: 1, 1301: 1 }) },
    "Tuotetta Valkosipulitikut ei voi muokata näin.",
    true,
  ],
  [
    { productId: "3002", name: "Rappukäytävä", ingredients: on({ ...BASE, 1301: 6 }) },
    "Tuotteen Rappukäytävä täytteiden määrä ei kelpaa.",
    true,
  ],
  [
    { productId: "3003", name: "Saunavuoro", ingredients: on({ 1001: 1, 1101: 1, 1302: 1 }) },
    "Valitse pizzapohja.",
    true,
  ],
  [
    { productId: "3012", sizeId: "201", name: "Monster Naapuri", productCategoryId: "monster" },
    "Valitse Monsterille dippi.",
    true,
  ],
  [{ productId: "1102", name: "Kaksi makua" }, "Valitse päätäyte.", true],
  [{ productId: "3900", name: "Perfetta" }, "Valitse ainakin yksi täyte!", true],
  [
    { productId: "3001", name: "Margareta", ingredients: on({ ...BASE, ...TWENTY_TWO }) },
    "Tuotteessa ei voi olla enemmän kuin 20 täytettä",
    true,
  ],
];

const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

// spec: CA-69, CA-71, ER-24, ER-30
it(
  "each is said once in a dialog, and stands at its line until it is mended or taken away; the rest can be ordered",
  async () => {
    const items = LINES.map(([what], at) => line({ uuid: `line-${at}`, ...what }));
    const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { items: [...items, line()] }));
    const { page } = checkout;
    for (const [, words] of LINES) {
      const dialog = page.getByRole("dialog", { name: words, exact: true });
      await dialog.getByRole("button", { name: "Sulje", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    }
    const kept = LINES.filter(([, , stays]) => stays);
    await expect.poll(() => checkout.lines()).toEqual([...kept.map(([what]) => what.name ?? ""), "Ratapiha"]);
    for (const [{ name = "" }, words] of kept) await row(page, name).getByText(words).waitFor();
    await page.getByText("Tarkista ostoskori: siinä on jotain, mitä ei voi tilata nyt.").waitFor();
    expect(await checkout.button().count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("Aino Virtanen");

    await page.getByRole("link", { name: /^Muokkaa: Perfetta/ }).click();
    const editor = page.getByRole("dialog", { name: "Perfetta" });
    await editor.getByRole("button", { name: "Lisää: Pepperoni" }).first().click();
    await editor.getByRole("button", { name: /^Tallenna muutokset \d/ }).click();
    await editor.waitFor({ state: "detached" });
    await expect.poll(() => row(page, "Perfetta").getByText("Valitse ainakin yksi täyte!").count()).toBe(0);
    for (const [{ name = "" }] of kept.filter(([what]) => what.name !== "Perfetta")) {
      await page.getByRole("button", { name: `Poista: ${name}`, exact: true }).click();
    }
    await checkout.goToPay();
    await checkout.page.goBack();
    await expect.poll(() => checkout.lines()).toEqual(["Perfetta", "Ratapiha"]);
  },
  SLOW,
);

// spec: OS-70
it("alcohol that was to be delivered stays in a guest's cart with a word in a bar, until it is taken away", async () => {
  const words = "Emme kuljeta alkoholia toistaiseksi.";
  const beer = line({
    uuid: "b",
    productId: "3701",
    sizeId: "100",
    name: "Tumma lager",
    productCategoryId: "alcohol",
  });
  const checkout = await CheckoutPage.open(
    world,
    ready(OPEN.kaisaniemi, { method: DELIVERED, items: [beer, line()] }),
  );
  const { page } = checkout;
  await page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  await row(page, "Tumma lager").getByText(words).waitFor();
  await expect.poll(() => checkout.lines()).toEqual(["Tumma lager", "Ratapiha"]);
  expect(await checkout.button().count()).toBe(0);
  await page.getByRole("button", { name: "Poista: Tumma lager", exact: true }).click();
  await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
  await checkout.awaitSum("Maksa 21,80 €");
  await checkout.goToPay();
});

it("an offer that holds for two toppings says so at a line with three, and stops nobody", async () => {
  const words = "Tarjoushinta koskee enintään kahta täytettä.";
  const ingredients = on({ ...BASE, 1302: 2, 1311: 1, 1315: 1, 1601: 1, 1401: 1, 1402: 1, 1404: 1 });
  const checkout = await CheckoutPage.open(
    world,
    ready(OPEN.kaisaniemi, { items: [line({ ingredients })], promotionCodes: ["tayta"] }),
  );
  await checkout.page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  await row(checkout.page, "Ratapiha").getByText(words).waitFor();
  await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
  await checkout.goToPay();
});
