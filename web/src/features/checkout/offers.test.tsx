/** What is offered beside an order: drinks, alcohol, what comes with signing in. */
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CrossSellOption } from "../../api/wire";
import { aDrink } from "../../products/testing/aProduct";
import { putNews } from "../../shop/testing/news";
import { PRICE, menuWith, open, order, priced, withFreshCheckout } from "./testing/cartPage";

withFreshCheckout();

/** A lemonade of half a litre, which campaigns offer beside an order. */
function jaffa(isOutOfStock = false) {
  const size = { productSizeID: "302", name: "0,5 l", calculatedPrice: 3.7, isOutOfStock };
  return aDrink({ productId: "3704", name: "Jaffa-limonadi", productSizes: [size] });
}

const lager = aDrink({
  productId: "3027",
  name: "Vaalea lager",
  productCategoryId: "alcohol",
  basePrice: 6.5,
  productSizes: [{ productSizeID: "100", name: "0,5 l", calculatedPrice: 6.5, isOutOfStock: false }],
});

function offerOf(change: Partial<CrossSellOption> = {}): CrossSellOption {
  return {
    campaignId: "kaikki",
    campaignName: "Juoma pizzan kanssa",
    amount: 1.5,
    applicableToSizes: ["302"],
    applicableProducts: ["3704"],
    defaultProductId: "3704",
    requiresRegisteredUser: false,
    remaining: 1,
    ...change,
  };
}

test("a drink that two campaigns offer is offered once, by the one that this person can take", async () => {
  const options = [
    offerOf({ campaignId: "joukot", amount: 3.7, requiresRegisteredUser: true }),
    offerOf({ campaignId: "kaikki", amount: 1.5 }),
    offerOf({ campaignId: "pieni", amount: 1 }),
  ];
  open({ priced: { ...priced, crossSellOptionDetails: options } }, menuWith(jaffa()));
  expect(await screen.findByRole("button", { name: "Lisää: Jaffa-limonadi" })).toBeVisible();
  expect(screen.getAllByText("Jaffa-limonadi")).toHaveLength(1);
  expect(screen.getByText(/^1,50.€ edullisemmin/)).toBeVisible();
});

// spec: CA-11
test("who may buy alcohol finds it in a dialog, and takes it from there", async () => {
  const asked = open({}, menuWith(lager));
  await userEvent.click(await screen.findByRole("link", { name: "Alkoholit" }));
  const dialog = await screen.findByRole("dialog", { name: "Alkoholit" });
  expect(within(dialog).getByText(/^6,50/)).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "Valmi" })).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Lisää: Vaalea lager" }));
  const sent = asked.filter(({ call }) => call === PRICE).map(({ body }) => JSON.stringify(body));
  expect(sent.at(-1)).toContain('"productId":"3027"');
});

test.each([
  ["the restaurant is out of it", aDrink({ ...jaffa(), isOutOfStock: true })],
  ["its size has run out", jaffa(true)],
  ["it is not sold at this time", aDrink({ ...jaffa(), isAvailableNow: false })],
])("a drink is not offered beside the order while %s", async (_, drink) => {
  open({ priced: { ...priced, crossSellOptionDetails: [offerOf()] } }, menuWith(drink, lager));
  expect(await screen.findByRole("link", { name: "Alkoholit" })).toBeVisible();
  expect(screen.queryByText("Jaffa-limonadi")).toBeNull();
});

test("what runs out while the cart is open goes from what is offered, and comes back with the next delivery", async () => {
  open({ priced: { ...priced, crossSellOptionDetails: [offerOf()] } }, menuWith(jaffa(), lager));
  expect(await screen.findByRole("button", { name: "Lisää: Jaffa-limonadi" })).toBeVisible();
  act(() => putNews({ outOfStockProductIds: ["3704", "3027"] }));
  expect(screen.queryByText("Jaffa-limonadi")).toBeNull();
  expect(screen.queryByRole("link", { name: "Alkoholit" })).toBeNull();
  // Who may buy alcohol is not told to sign in for it.
  expect(screen.queryByText("Täysi-ikäinen? Kirjautuneena näet myös alkoholijuomat.")).toBeNull();
  act(() => putNews({ outOfStockProductIds: [] }));
  expect(screen.getByRole("button", { name: "Lisää: Jaffa-limonadi" })).toBeVisible();
});

// spec: CA-14
test("a guest is asked to sign in for the slices of what they order", () => {
  open();
  const words = screen.getByText("Kerrytä slaisseja: joka yhdeksännestä saat pizzan.");
  const way = within(words.closest("li") ?? document.body).getByRole("link", { name: "Kirjaudu sisään" });
  expect(way).toHaveAttribute("href", "/kirjaudu");
});

// spec: CA-15
test("a guest is told that alcohol is there once they sign in; of a delivery nothing is said", () => {
  const words = "Täysi-ikäinen? Kirjautuneena näet myös alkoholijuomat.";
  open();
  expect(within(screen.getByText(words).closest("li") ?? document.body).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringContaining("/kirjaudu"),
  );
  cleanup();
  open({ method: order.method && { ...order.method, orderType: "delivery" } });
  expect(screen.queryByText(words)).toBeNull();
});
