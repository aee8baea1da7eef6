/** What the demo offers whoever works on the shop. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { aCategory, aMenu, aProduct } from "../../products/testing/aProduct";
import type { Order } from "../../shop/cart/order";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { anOrder, pricedCart } from "../../shop/testing/orders";
import { Component } from "./CartPage";

const pizzas = [aProduct({ productId: "3900", custom: true }), aProduct(), aProduct({ productId: "3004" })];

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  localStorage.clear();
});

function open(at: string, demo: boolean, order: Partial<Order> = {}) {
  putOrder(order);
  const asked = serve({
    "GET /api/config": { status: 200, body: { demo, tileUrl: null, tileAttribution: null, version: "1" } },
    "GET /api/commerce/v2/shops/360": { status: 200, body: { displayName: "Ovelle Kallio" } },
    "GET /api/commerce/v2/shops/360/menu?orderType=pickup": {
      status: 200,
      body: aMenu({ categories: [aCategory("pizza", pizzas)] }),
    },
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

// spec: CA-16
test("an order is filled at one press: a pizza to be picked up in Kallio", async () => {
  open("/ostoskori?kehitys", true);
  await userEvent.click(await screen.findByRole("button", { name: "Täytä tilaus" }));
  await vi.waitFor(() =>
    expect(currentOrder()).toMatchObject({
      method: { orderType: "pickup", restaurantId: "360", restaurantName: "Ovelle Kallio" },
      items: [{ productId: "3003", quantity: 1 }],
    }),
  );
});

// spec: CA-17
test("sums stand as they were sent, with all their decimals", async () => {
  const order = anOrder();
  const priced = pricedCart({ orderItems: [] });
  priced.pricingDetails.vatTotal = 1.6456;
  open("/ostoskori?kehitys", true, { ...order, priced, isPriced: true });
  const tools = await screen.findByRole("region", { name: "Kehittäjälle" });
  expect(within(tools).getByText("vatTotal").nextSibling).toHaveTextContent("1.6456");
});

// spec: CA-16, CA-17
test.each([
  ["where nobody asks for them", "/ostoskori", true],
  ["where there is no demo", "/ostoskori?kehitys", false],
])("neither is there %s", async (_, at, demo) => {
  const asked = open(at, demo);
  await screen.findByText("Ole hyvä ja valitse ensin ravintola!");
  const configs = () => asked.filter(({ call }) => call === "GET /api/config");
  await vi.waitFor(() => expect(configs()).toHaveLength(demo ? 0 : 1));
  expect(screen.queryByRole("button", { name: "Täytä tilaus" })).toBeNull();
});
