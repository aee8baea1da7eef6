/** Ordering again: what stands in the dialog, what has changed of it, and what a press puts into the cart. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { pageAt } from "../../app/testing/pageAt";
import type { PastItem, PastOrder } from "../../api/wire";
import { productOf } from "../../products/editor/testing/menu";
import { aUser, knowing, sessionIs, SESSION } from "../../session/testing/people";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { putNews } from "../../shop/testing/news";
import { aMethod, pricedCart } from "../../shop/testing/orders";
import { pastItem } from "../../shop/testing/reorder";
import { answer as priced } from "../../testing/fixtures/pricedCart.gen";

beforeEach(() => {
  localStorage.clear();
  putOrder();
  putNews(null);
});
afterEach(() => vi.unstubAllGlobals());

function orderOf(orderId: string, orderItems: PastItem[]): PastOrder {
  return {
    orderId,
    orderKey: null,
    orderPlacedAt: "2026-11-27T16:30:00Z",
    preOrderTime: null,
    orderType: "pickup",
    status: 11,
    isActive: false,
    restaurantId: "12",
    restaurantName: "Kaisaniemi",
    contactDetails: null,
    orderItems,
    grandTotal: 29.8,
    grandTotalWithoutShippingAndDiscounts: 29.8,
    discountsSum: 0,
    shippingCharges: 0,
    phoneOrderFee: 0,
    deliveryServiceFee: 0,
    vat14: 3.65,
    pricingDetails: priced.pricingDetails,
    slicesAdded: 0,
    isFavourite: false,
    canBeFavourite: true,
    avoidAllergens: [],
  };
}

const PATH = "/menu/tilaa-uudelleen";
const CART = "POST /api/pricing/pricing/customer/cart";
const user = aUser();

async function open(orders: PastOrder[], answers: Parameters<typeof serve>[0] = {}) {
  const Reorder = await pageAt(PATH);
  const asked = serve({
    "GET /api/commerce/v2/customers/me/orders/details?limit=20": { status: 200, body: orders },
    ...answers,
  });
  const routes = [
    { path: PATH, element: <Reorder /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [PATH] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, router };
}

// spec: RO-01, RO-02, RO-03
test("past orders stand under their days, but those with something that is gone; Valmi leads to the menu", async () => {
  const gone = pastItem({ uuid: "2", name: "Entinen (poistunut valikoimasta)", inactive: true });
  const { router } = await open([orderOf("10002", [pastItem()]), orderOf("10001", [pastItem(), gone])]);
  const dialog = await screen.findByRole("dialog", { name: "Tilaa uudelleen" });
  const headings = await within(dialog).findAllByRole("heading", { level: 3 });
  expect(headings.map(({ textContent }) => textContent?.replaceAll("\u00a0", " "))).toEqual([
    "Tilattu pe 27.11.2026",
  ]);
  const card = within(dialog).getByText("Perfetta × 2").closest("li");
  expect(card).toHaveTextContent(/\+\sPekoni × 2 −\sAnanas.*26,80\s€/);
  await userEvent.click(within(dialog).getByRole("button", { name: "Valmi" }));
  await screen.findByText("Perillä");
  expect(router.state.location.pathname).toBe("/menu");
});

// spec: RO-05
test.each([{ includesInactiveIngredients: true }, { recipeOutdated: true }])(
  "that something is on it no more, or the recipe another, is said before one adds it: %o",
  async (flag) => {
    await open([orderOf("10001", [pastItem(flag)])]);
    const said = "Täytteiden saatavuus tai tuotteen resepti on muuttunut.";
    expect(await screen.findByText(said)).toBeVisible();
  },
);

test("what has run out here, and what costs otherwise now, is said before one adds it", async () => {
  putOrder({ method: aMethod() });
  putNews({ outOfStockProductIds: ["3001"] });
  const other = pastItem({ uuid: "2", productId: "3002", name: "Toinen", price: 20, quantity: 2 });
  const line = { productId: "", sizeId: "", quantity: 1 };
  const body = pricedCart({
    promotionCodes: [],
    orderItems: [line, line].map((one, at) => ({ ...one, uuid: `reorder-${at}` })),
  });
  await open([orderOf("10001", [pastItem(), other])], { [CART]: { status: 200, body } });
  expect(await screen.findByText("Loppu tästä ravintolasta juuri nyt.")).toBeVisible();
  // Ten euros each, says the server: the first cost 14,90, the other one ten.
  expect(await screen.findAllByText(/^Hinta nyt/)).toHaveLength(1);
  expect(screen.getByText(/^Hinta nyt 10,00\s€, viimeksi 14,90\s€\.$/)).toBeVisible();
});

test("a press adds the order, and for a while it is taken back by another", async () => {
  await open([orderOf("10001", [pastItem()])], {
    "GET /api/commerce/v2/products/3001?sizeId=101&ingredients=1305": {
      status: 200,
      body: productOf("3001", "101"),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Lisää koriin: Tilattu/ }));
  expect(await screen.findByText("Korissa 2 tuotetta lisää.")).toBeVisible();
  expect(currentOrder().items).toMatchObject([{ productId: "3001", quantity: 2 }]);
  await userEvent.click(screen.getByRole("button", { name: "Kumoa" }));
  expect(await screen.findByText("Kori on taas kuten ennen.")).toBeInTheDocument();
  expect(currentOrder().items).toEqual([]);
});

test("a guest is asked to sign in", async () => {
  serve({ [SESSION]: sessionIs() });
  const Reorder = await pageAt(PATH);
  const router = createMemoryRouter([{ path: PATH, element: <Reorder /> }], { initialEntries: [PATH] });
  render(
    <QueryClientProvider client={knowing({ user: null, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("link", { name: "Kirjaudu sisään" })).toHaveAttribute("href", "/kirjaudu");
});
