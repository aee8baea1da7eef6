/** Past orders: what they cost, which can be followed, and what of one comes into the cart again. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import type { PastItem, PastOrder } from "../../api/wire";
import { aUser, knowing, SESSION, sessionIs } from "../../session/testing/people";
import { currentOrder } from "../../shop/cart/useCart";
import { productOf } from "../../products/editor/testing/menu";
import { pastItem } from "../../shop/testing/reorder";
import { answer as pricedCart } from "../../testing/fixtures/pricedCart.gen";
import { Component } from "./HistoryPage";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The product in its size, with what was on it: is it still to be had? */
const PERFETTA = "GET /api/commerce/v2/products/3001?sizeId=101&ingredients=1305";
const HISTORY = "GET /api/commerce/v2/customers/me/orders/details?limit=20";

const perfetta = pastItem();

const gone: PastItem = {
  ...perfetta,
  uuid: "51a6d0f6-0f0e-4a55-9a8c-8d6a33e2f0a2",
  name: "Entinen (poistunut valikoimasta)",
  quantity: 1,
  price: 9,
  discountedPrice: 9,
  ingredients: [],
  inactive: true,
};

function orderOf(parts: Partial<PastOrder> = {}): PastOrder {
  return {
    orderId: "10001",
    orderKey: "key-of-10001",
    orderPlacedAt: "2026-11-27T16:30:00Z",
    preOrderTime: null,
    orderType: "delivery",
    status: 11,
    isActive: false,
    restaurantId: "12",
    restaurantName: "Ovelle Kaisaniemi",
    contactDetails: null,
    orderItems: [perfetta, gone],
    grandTotal: 40.3,
    grandTotalWithoutShippingAndDiscounts: 38.8,
    discountsSum: 3,
    shippingCharges: 4.5,
    phoneOrderFee: 0,
    deliveryServiceFee: 0,
    vat14: 4.95,
    pricingDetails: pricedCart.pricingDetails,
    slicesAdded: 0,
    isFavourite: false,
    canBeFavourite: false,
    avoidAllergens: [],
    ...parts,
  };
}

/** Opens the page, with an order's dialog where it is named. */
function open(orders: PastOrder[], dialog = "", answers: Record<string, Answer | Answer[]> = {}) {
  const asked = serve({
    [HISTORY]: { status: 200, body: orders },
    [PERFETTA]: { status: 200, body: productOf("3001", "101") },
    ...answers,
  });
  const routes = [
    { path: "/", element: <Component /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/${dialog}`] });
  render(
    <QueryClientProvider client={knowing({ user: aUser(), roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, router };
}

/** What the dialog says, name by name, with plain spaces. */
const factsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole("term")
    .map(({ parentElement }) =>
      [...(parentElement?.children ?? [])].map(({ textContent }) => textContent.replaceAll("\u00a0", " ")),
    );

test("an order's dialog says all of it: when, how, where to, what with what on it, and what it cost", async () => {
  const contactDetails = {
    streetAddress: "Vaasankatu 12",
    apartmentNumber: "C 24",
    postalCode: "00500",
    city: "Helsinki",
    extraInfo: "",
  };
  const preordered = {
    contactDetails,
    preOrderTime: "2026-11-28 18:00",
    phoneOrderFee: 0.99,
    slicesAdded: 2,
  };
  const order = orderOf(preordered);
  const vat = [{ percent: 14, net: 35.35, vat: 4.95, gross: 40.3 }];
  open([{ ...order, pricingDetails: { ...order.pricingDetails, vat } }]);
  await userEvent.click(await screen.findByRole("link", { name: /40,30\s€/ }));
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  expect(factsOf(dialog)).toEqual([
    ["Tilattu", "27.11.2026 kello 18.30"],
    ["Tilattu ajalle", "28.11.2026 kello 18.00"],
    ["Kuljetus", "Vaasankatu 12 C 24, 00500 Helsinki"],
    ["Ravintola", "Ovelle Kaisaniemi"],
    ["Tuotteet", "38,80 €"],
    ["Kuljetus", "4,50 €"],
    ["Puhelintilausmaksu", "0,99 €"],
    ["Alennus", "−3,00 €"],
    ["Yhteensä", "40,30 €"],
  ]);
  expect(within(dialog).getByRole("heading", { name: "3 tuotetta" })).toBeVisible();
  const line = within(dialog).getByText("Perfetta × 2").closest("li");
  expect(line).toHaveTextContent(/Medium.*\+\sPekoni × 2 −\sAnanas/);
  // A line costs what its units did together.
  expect(within(line ?? dialog).getByText(/^26,80\s€$/)).toBeVisible();
  expect(within(dialog).getByText(/^Sisältää ALV 14\s%: 4,95\s€$/)).toBeVisible();
  expect(within(dialog).getByText(/^Sait tästä 2\sslaissia$/)).toBeVisible();
});

test("what is under way comes before the past, each of which has its sign, day, sum and slices", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T10:00:00Z") });
  const under = orderOf({ orderId: "10009", isActive: true });
  const types = ["delivery", "pickup", "eatin"] as const;
  const past = types.map((orderType, at) => orderOf({ orderId: `1000${at}`, orderType, slicesAdded: 2 }));
  const { asked } = open([under, ...past]);
  const running = await screen.findByRole("region", { name: "Kesken olevat tilaukset" });
  const list = screen.getByRole("heading", { name: "Tilaushistoria" });
  expect(running.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toHaveTextContent(/^pe\s27\.11\..*2\sslaissia.*40,30\s€/);
  const signs = rows.map((row) => row.querySelector(".lucide-car, .lucide-shopping-bag, .lucide-utensils"));
  expect(new Set(signs.map((sign) => sign?.getAttribute("class"))).size).toBe(3);
  expect(signs).not.toContain(null);
  expect(asked.map(({ call }) => call)).toContain(HISTORY);
});

// spec: AC-27
test("days are written out, as they are in Helsinki", async () => {
  open([orderOf({ orderPlacedAt: "2026-02-04T22:30:00Z" })], "#tilaus-10001");
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  expect(factsOf(dialog)[0]).toEqual(["Tilattu", "05.02.2026 kello 0.30"]);
});

test("an address that was taken away is said to be gone; what is fetched says from where", async () => {
  open([orderOf(), orderOf({ orderId: "10002", orderType: "pickup" })], "#tilaus-10001");
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  expect(within(dialog).getByText("Osoite on poistettu")).toBeVisible();
});

// spec: RO-04
test("what is not to be had any more says so where it stands, and nothing else does", async () => {
  open([orderOf()], "#tilaus-10001");
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  const words = "Tuotetta ei ole enää saatavilla.";
  expect(within(dialog).getAllByText(words)).toHaveLength(1);
  const line = within(dialog).getByText("Entinen (poistunut valikoimasta) × 1").closest("li");
  expect(within(line ?? dialog).getByText(words)).toBeVisible();
});

// spec: RO-20
test("the favourite is marked; an order with something that is gone cannot become it", async () => {
  const favourite = orderOf({
    orderId: "10002",
    orderItems: [perfetta],
    isFavourite: true,
    canBeFavourite: true,
  });
  open([orderOf(), favourite], "#tilaus-10001");
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  expect(within(dialog).queryByRole("button", { name: /^(Tallenna|Suosikkisi)$/ })).toBeNull();
  const marked = screen.getAllByText("suosikki").map((one) => one.closest("a")?.getAttribute("href"));
  expect(marked).toEqual([expect.stringContaining("tilaus-10002")]);
});

// spec: AC-12
test("who has ordered nothing yet is led to where one orders", async () => {
  const { router } = open([]);
  expect(await screen.findByText("Ei vielä tilauksia")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Ruokalistaan" }));
  expect(router.state.location.pathname).toBe("/menu");
});

// spec: AC-13
test("an order is made the favourite in its dialog, and taken back there", async () => {
  const FAVOURITE = "/api/commerce/v2/favourites/order";
  const plain = orderOf({ orderItems: [perfetta], canBeFavourite: true });
  const asked = open([plain], "#tilaus-10001", {
    [HISTORY]: [plain, { ...plain, isFavourite: true }, plain].map((body) => ({ status: 200, body: [body] })),
    [`POST ${FAVOURITE}`]: { status: 204 },
    [`DELETE ${FAVOURITE}`]: { status: 204 },
    [SESSION]: sessionIs({ user: aUser(), roles: [] }),
  }).asked;
  const dialog = within(await screen.findByRole("dialog", { name: "Tilaus 10001" }));
  await userEvent.click(dialog.getByRole("button", { name: "Tallenna", pressed: false }));
  const saved = await dialog.findByRole("button", { name: "Suosikkisi", pressed: true });
  await userEvent.click(saved);
  await dialog.findByRole("button", { name: "Tallenna", pressed: false });
  const changes = asked.filter(({ call }) => call.endsWith(FAVOURITE));
  expect(changes.map(({ call, body }) => [call, body])).toEqual([
    [`POST ${FAVOURITE}`, { orderId: "10001" }],
    [`DELETE ${FAVOURITE}`, null],
  ]);
});

test("what can be had still comes into the cart, at the price of one", async () => {
  const { router } = open([orderOf()], "#tilaus-10001");
  const dialog = await screen.findByRole("dialog", { name: "Tilaus 10001" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Tilaa uudelleen" }));
  await screen.findByText("Perillä");
  expect(router.state.location.pathname).toBe("/ostoskori");
  expect(currentOrder().items).toMatchObject([
    {
      productId: "3001",
      quantity: 2,
      unitPrice: 14.9,
      addedFrom: "history",
      ingredients: [
        { ingredientId: "1301", quantity: 0, recipeQuantity: 1 },
        { ingredientId: "1305", quantity: 2, recipeQuantity: 0 },
      ],
    },
  ]);
});

test("what is under way is followed; where its key is gone it is one of the list", async () => {
  open([
    orderOf({ orderId: "10003", isActive: true, orderKey: null }),
    orderOf({ orderId: "10002", isActive: true, orderKey: "key-of-10002" }),
  ]);
  const running = await screen.findByRole("region", { name: "Kesken olevat tilaukset" });
  const links = within(running).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/tilaus/10002?orderKey=key-of-10002"]);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});
