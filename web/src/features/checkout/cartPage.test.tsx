/** What a person sees on the cart's page. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import type {
  CartBody,
  CartMessage,
  CrossSellOption,
  MenuProduct,
  PaymentMethod,
  PricedCart,
} from "../../api/wire";
import { cartBodyOf } from "../../shop/cart/body";
import { NEW_ORDER, type Order } from "../../shop/cart/order";
import { currentOrder, dispatch } from "../../shop/cart/useCart";
import { currentProblems } from "../../shop/errors/problems";
import { memorize } from "../../shop/checkout/memory";
import { aCategory, aDrink, aMenu } from "../../products/testing/aProduct";
import { putOrder } from "../../shop/testing/cart";
import { aDelivery, pricedCart } from "../../shop/testing/orders";
import { putNews } from "../../shop/testing/news";
import { Component } from "./CartPage";
import { card } from "./testing/methods";

const PRICE = "POST /api/pricing/pricing/customer/cart";
const priced: PricedCart = {
  validationResult: { isValid: true, messages: [] },
  orderItems: [],
  pricingDetails: {
    lineItemsSubTotal: 29.8,
    lineItemDiscountsTotal: 2,
    lineItemsTotal: 27.8,
    shippingChargesSubTotal: 4.9,
    shippingChargesDiscountTotal: 0,
    shippingChargesTotal: 4.9,
    servicesSubTotal: 0,
    grandTotal: 32.7,
    vatTotal: 3.89,
    vat: [{ percent: 13.5, gross: 32.7, vat: 3.89 }],
    campaignPrepaidTotal: 0,
    loyaltyPrepaidTotal: 0,
    b2BPrepaidTotal: 0,
    prepaidAmountTotal: 0,
    shippingChargesPrepaidTotal: 0,
  },
  payable: 32.7,
  discountDetails: { campaigns: [], orderPaymentDetails: { splitPayments: [] } },
  promotionCodes: [],
  notApplicableCampaigns: [],
  globalCampaignsWithPostPurchaseActions: [],
  crossSellOptionDetails: [],
  isLunchTime: false,
  deliveryServiceFee: 0,
  phoneOrderFee: 0,
  deliveryWithoutPackaging: false,
  deliveryWithoutPackagingAvailable: false,
  outOfStockProductIds: [],
  vatPercent: 13.5,
  estimateMinutes: 35,
};
const order: Order = {
  ...NEW_ORDER,
  method: {
    orderType: "pickup",
    restaurantId: "12",
    restaurantName: "Ovelle Kaisaniemi",
    preorderTime: null,
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
  },
  items: [
    {
      uuid: "a",
      productId: "3001",
      sizeId: "101",
      name: "Margareta",
      sizeName: "Normaali",
      productCategoryId: "pizza",
      ingredients: null,
      unitPrice: 14.9,
      addedFrom: null,
      quantity: 2,
      comboId: null,
      comboCampaignCode: null,
    },
  ],
  contact: { ...NEW_ORDER.contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi" },
  paymentMethod: "scheme",
  priced,
  isPriced: true,
};
const klarna = { ...card, id: "klarna", name: "Klarna", group: "payLater", paymentDays: 14 };
const edenred = { ...card, id: "edenred", name: "Edenred", group: "lunchBenefit", disabled: true };

beforeEach(() => {
  sessionStorage.clear();
  cleanup();
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  localStorage.clear();
  putNews(null);
  memorize({ attempt: null, acceptedAt: null });
});

interface Server {
  menu?: Answer;
  methods?: PaymentMethod[];
  isCallCentre?: boolean;
  at?: string;
}

const RIIKKA = {
  email: "riikka@ovelle.example",
  restaurantIds: [],
  mustChangePassword: false,
  roles: ["callcentre"],
};

function open(change: Partial<Order> = {}, server: Server = {}) {
  const { menu, methods = [card, klarna, edenred], isCallCentre = false, at = "/ostoskori" } = server;
  const opened = { ...order, ...change };
  const body = cartBodyOf(opened);
  putOrder(opened);
  // Who was signed in on an earlier visit is asked for.
  if (isCallCentre) localStorage.setItem("ovelle.staff-here", "1");
  const asked = serve({
    "GET /api/commerce/v2/shops/12": { status: 200, body: { shopExternalId: "1012" } },
    "GET /api/payments/methods?shopExternalId=1012": { status: 200, body: methods },
    "GET /api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup": { status: 200, body: [] },
    [PRICE]: { status: 200, body: { ...priced, ...(body && { orderItems: pricedCart(body).orderItems }) } },
    "GET /api/users/staff/me": { status: 200, body: RIIKKA },
    ...(menu && { "GET /api/commerce/v2/shops/12/menu?orderType=pickup": menu }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: "/ostoskori", element: <Component /> }], {
    initialEntries: [at],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

test("a restaurant that has closed promises no minutes", async () => {
  open();
  expect(screen.getByText("Noudettavissa noin 35 min kuluttua")).toBeVisible();
  cleanup();
  const closed: CartMessage = {
    messageCode: "shop/is-closed",
    message: "Ravintola on suljettu.",
    metadata: {},
    displayKind: 1,
  };
  open({ priced: { ...priced, validationResult: { isValid: false, messages: [closed] } } });
  expect(screen.getByRole("region", { name: "Toimitus" })).toHaveTextContent("Nouto");
  expect(screen.queryByText(/Noudettavissa noin/)).toBeNull();
});

// spec: CA-08, PR-31, PR-32
test("the summary has a row for each amount of the server, and the tax in its words", () => {
  open();
  const row = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(screen.getByRole("heading", { name: "Kassa" })).toBeVisible();
  expect(row("Tuotteet")).toBe("29,80\u00a0€");
  expect(row("Alennukset")).toBe("\u22122,00\u00a0€");
  expect(row("Kuljetus")).toBe("4,90\u00a0€");
  expect(row("Yhteensä")).toBe("32,70\u00a0€");
  expect(row("Sisältää ALV 13,5 %")).toBe("3,89\u00a0€");
  expect(screen.getByRole("button", { name: /^Maksa 32,70/ })).toBeVisible();
});

// spec: CA-03
test("a line has its picture, name, size, changes and number, and is changed or taken away there", async () => {
  const dose = (name: string, quantity: number, recipeQuantity: number) => ({
    ingredientId: name,
    name,
    quantity,
    recipeQuantity,
    categoryId: "toppings",
  });
  const ingredients = [dose("Kinkku", 1, 1), dose("Pepperoni", 2, 1), dose("Ananas", 0, 1)];
  const items = order.items.map((item) => ({ ...item, ingredients }));
  open({ items });
  const line = screen.getByRole("heading", { name: "Margareta" }).closest("li") ?? document.body;
  await vi.waitFor(() => expect(line.querySelector("svg, img")).not.toBeNull());
  expect([...line.querySelectorAll("p")].slice(1).map(({ textContent }) => textContent)).toEqual([
    "Normaali",
    "+ Pepperoni",
    "− Ananas",
  ]);
  expect(within(line).getByRole("button", { name: "Vähennä määrää: Margareta" })).toBeEnabled();
  expect(within(line).getByText("2")).toBeVisible();
  expect(within(line).getByRole("button", { name: "Lisää määrää: Margareta" })).toBeEnabled();
  await userEvent.click(within(line).getByRole("link", { name: "Muokkaa: Margareta" }));
  expect(await screen.findByRole("dialog", { name: "Haetaan tuotetta" })).toBeInTheDocument();
  await userEvent.click(within(line).getByRole("button", { name: "Poista: Margareta" }));
  await vi.waitFor(() => expect(currentOrder().items).toEqual([]));
});

// spec: CA-07
test.each([
  [null, "Ovella noin 35 min kuluttua"],
  ["2100-11-25 19:45", "Torstaina 25.11. noin kello 19.45"],
])(
  "of a delivery for %s it stands when, how, from where and where to, with the way to change it",
  (preorderTime, when) => {
    open({ method: aDelivery({ preorderTime, restaurantName: "Ovelle Kallio" }) });
    const where = screen.getByRole("region", { name: "Toimitus" });
    const words = [...where.querySelectorAll("p")].map(({ textContent }) =>
      textContent?.replaceAll("\u00a0", " "),
    );
    expect(words).toEqual([when, "Kuljetus · Ovelle Kallio", "Liisankatu 12 B 7, 00170 Helsinki"]);
    const change = within(where).getByRole("link", { name: "Muokkaa toimitustapaa" });
    expect(change).toHaveTextContent("muokkaa");
    expect(change).toHaveAttribute("href", "/ostoskori#aloita-tilaus");
  },
);

// spec: PR-30, CC-04
test("the fee for ordering by phone is a line of its own for who pays it, and for nobody else", async () => {
  const fee = () => screen.queryByText("Puhelintilausmaksu")?.nextElementSibling?.textContent;
  open();
  expect(fee()).toBeUndefined();
  cleanup();
  const asked = open({ priced: { ...priced, phoneOrderFee: 0.99 }, hasPhoneOrderFee: true });
  expect(fee()).toBe("0,99\u00a0€");
  await act(() => dispatch({ type: "setPhoneOrderFee", wanted: null }));
  expect(fee()).toBeUndefined();
  const sent = asked.flatMap(({ call, body }) => (call === PRICE ? [body as CartBody] : []));
  expect(sent.map(({ hasPhoneOrderFee }) => hasPhoneOrderFee)).toEqual([null]);
});

test("while the price is pending nothing can be sent", () => {
  open({ isPriced: false });
  expect(screen.getByRole("button", { name: "Hinta päivittyy" })).toHaveAttribute("aria-disabled", "true");
});

// spec: CA-09, PY-11
test("a method that cannot be chosen stays, with the reason", async () => {
  open();
  expect(await screen.findByRole("radio", { name: "Edenred" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "Edenred" })).toHaveAccessibleDescription("Kirjaudu sisään");
  const group = screen.getByRole("group", { name: "Valitse maksutapa" });
  expect(within(group).getAllByRole("radio")).toHaveLength(3);
});

// spec: PY-07
test.each([
  ["scheme", null],
  ["onsite", "Maksat ravintolassa, kun noudat tai syöt. Käteinen ja kortti käyvät."],
  ["klarna", "Maksat 14 päivän kuluessa. Klarna kysyy henkilötunnuksesi."],
  ["edenred", "Maksat Edenred-saldollasi."],
])("who takes %s has it on the order, and reads what it means", async (id, words) => {
  const onsite = { ...card, id: "onsite", name: "Ravintolassa", group: "others" };
  const methods = [card, onsite, klarna, { ...edenred, disabled: false }];
  open({ paymentMethod: null }, { methods });
  const name = methods.find((method) => method.id === id)?.name ?? "";
  await userEvent.click(await screen.findByRole("radio", { name }));
  expect(currentOrder().paymentMethod).toBe(id);
  const said = () => screen.queryAllByText(/^Maksat /).map((text) => text.textContent);
  await vi.waitFor(() => expect(said()).toEqual(words ? [words] : []));
});

test("who pays later reads within how many days the server says", async () => {
  open({ paymentMethod: "klarna" });
  const days = "Maksat 14 päivän kuluessa. Klarna kysyy henkilötunnuksesi.";
  expect(await screen.findByText(days)).toBeVisible();
});

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

function menuWith(...products: MenuProduct[]): Server {
  const categories = products.map((one) => aCategory(one.productCategoryId, [one]));
  return { menu: { status: 200, body: aMenu({ categories }) } };
}

// spec: PY-04
test("of the banks those are offered whose sign is known", async () => {
  const banks = [
    { id: "op", name: "OP" },
    { id: "kukkaro", name: "Kukkaropankki" },
    { id: "alandsbanken", name: "Ålandsbanken" },
  ];
  const ebank = { ...card, id: "ebanking_FI", name: "Verkkopankki", group: "bank", issuers: banks };
  open({ paymentMethod: "ebanking_FI" }, { methods: [card, ebank] });
  const group = await screen.findByRole("group", { name: "Pankki" });
  const offered = within(group).getAllByRole("radio");
  expect(offered.map((radio) => radio.getAttribute("value"))).toEqual(["op", "alandsbanken"]);
  expect(within(group).getByRole("radio", { name: "Ålandsbanken" })).toBeEnabled();
  // Its name stands by itself, beside the sign.
  expect(within(group).getByText("Ålandsbanken")).toBeVisible();
});

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
  expect(way).toHaveAttribute("href", "/kotijoukot");
});

// spec: CA-15
test("a guest is told that alcohol is there once they sign in; of a delivery nothing is said", () => {
  const words = "Täysi-ikäinen? Kirjautuneena näet myös alkoholijuomat.";
  open();
  expect(within(screen.getByText(words).closest("li") ?? document.body).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringContaining("/kotijoukot"),
  );
  cleanup();
  open({ method: order.method && { ...order.method, orderType: "delivery" } });
  expect(screen.queryByText(words)).toBeNull();
});

// spec: CK-32
test("offers are sent only to who allows them", async () => {
  open();
  expect(currentOrder()).toMatchObject({ emailMarketingPermission: false, smsMarketingPermission: false });
  await userEvent.click(screen.getByRole("checkbox", { name: "Tarjouksia saa lähettää sähköpostiin" }));
  expect(currentOrder()).toMatchObject({ emailMarketingPermission: true, smsMarketingPermission: false });
  await userEvent.click(screen.getByRole("checkbox", { name: "Tarjouksia saa lähettää tekstiviestillä" }));
  await vi.waitFor(() =>
    expect(currentOrder()).toMatchObject({ emailMarketingPermission: true, smsMarketingPermission: true }),
  );
});

// spec: CA-10, CA-13
test("without a restaurant one is asked for first", () => {
  open({ items: [], method: null });
  expect(screen.getByText("Ole hyvä ja valitse ensin ravintola!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Valitse toimitustapa ja ravintola" })).toBeVisible();
});

// spec: CA-12, CC-05
test.each(["a guest", "the call centre"])("the cart is emptied by %s once it was asked", async (who) => {
  const asked = open({}, { isCallCentre: who === "the call centre" });
  await userEvent.click(screen.getByRole("button", { name: "Tyhjennä ostoskori" }));
  expect(screen.getByText("Oletko varma, että haluat tyhjentää ostoskorisi?")).toBeInTheDocument();
  const whoAmI = asked.filter(({ call }) => call === "GET /api/users/staff/me");
  expect(whoAmI).toHaveLength(who === "the call centre" ? 1 : 0);
  await userEvent.click(screen.getByRole("button", { name: "Tyhjennä" }));
  expect(await screen.findByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.")).toBeVisible();
});

// spec: PD-63
test("the address of a line that is no more opens nothing, and that is said", async () => {
  open({}, { at: "/ostoskori#productModal-gone" });
  const messages = () => currentProblems().map(({ message }) => message);
  await vi.waitFor(() => expect(messages()).toEqual(["Tuotetta ei löytynyt tilauksesta"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what was written to the driver in the set-up stands in the cart, until something newer is typed there", async () => {
  const delivery = { method: order.method && { ...order.method, orderType: "delivery" as const } };
  open({ ...delivery, additionalInfo: "Ovikoodi 1234" });
  const field = () => screen.getByRole("textbox", { name: "Lisätiedot kuljettajalle" });
  expect(field()).toHaveValue("Ovikoodi 1234");
  act(() => putOrder({ ...order, ...delivery, additionalInfo: "Soita summeria" }));
  expect(field()).toHaveValue("Soita summeria");
  await userEvent.type(field(), " kahdesti");
  act(() => putOrder({ ...order, ...delivery, additionalInfo: "Ovikoodi 1234" }));
  expect(field()).toHaveValue("Soita summeria kahdesti");
});

// spec: CK-29
test("a value that fits no rule of its own is told as such", async () => {
  open({ contact: { ...order.contact, name: "a".repeat(101) } });
  await userEvent.click(screen.getByRole("textbox", { name: "Nimi" }));
  await userEvent.tab();
  expect(screen.getByText("Virheellinen arvo.")).toBeVisible();
});

// spec: CK-27
test.each([
  ["040", "Antamasi puhelinnumero on liian lyhyt"],
  ["040 123 4567 890 12", "Antamasi puhelinnumero on liian pitkä"],
  ["040 12x", "Antamasi puhelinnumero on virheellinen"],
])("of the number %s it is said: %s", async (phone, words) => {
  open({ contact: { ...order.contact, phone } });
  await userEvent.click(screen.getByRole("textbox", { name: "Puhelin" }));
  await userEvent.tab();
  expect(screen.getByText(words)).toBeVisible();
});

// spec: CK-24, CK-26
test("what is wrong with the contact is said under its field, once it was left", async () => {
  open({ contact: { ...order.contact, name: "", phone: "040", email: "aino" } });
  await userEvent.click(screen.getByRole("textbox", { name: "Nimi" }));
  expect(screen.queryByText("Tämä kenttä on pakollinen.")).toBeNull();
  await userEvent.tab();
  expect(screen.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
  await userEvent.tab();
  expect(screen.getByText("Antamasi puhelinnumero on liian lyhyt")).toBeVisible();
  await userEvent.tab();
  expect(screen.getByText("Antamasi sähköposti on virheellinen.")).toBeVisible();
});

test("the code of a combo does not stand among those that somebody wrote", async () => {
  const [item] = order.items;
  const items = item ? [{ ...item, comboId: "x", comboCampaignCode: "kaverit" }] : [];
  open({ items, promotionCodes: ["kaverit", "kotiovelle"] });
  expect(await screen.findByRole("button", { name: "Poista koodi kotiovelle" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Poista koodi kaverit" })).toBeNull();
});
