/** Opens the coupons' page, for tests. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import type { Coupon } from "../../../api/loyalty";
import type { CartBody, PricedCart, User } from "../../../api/wire";
import { aMenu } from "../../../products/testing/aProduct";
import { knowing } from "../../../session/testing/people";
import { aMethod, pricedCart } from "../../../shop/testing/orders";
import { putOrder } from "../../../shop/testing/cart";
import { Component } from "../CouponsPage";
import { campaignOf } from "./coupons";

/** The call that prices the cart. */
export const PRICE = "POST /api/pricing/pricing/customer/cart";
/** The call that reads the menu of the restaurant. */
export const MENU = "GET /api/commerce/v2/shops/12/menu?orderType=pickup";
/** The call that lists the coupons. */
export const COUPONS = "GET /api/commerce/v2/coupons";

interface Setting {
  coupons?: Coupon[];
  user?: User | null;
  answers?: Record<string, Answer | Answer[]>;
  path?: string;
  /** What a cart costs; all holds where nothing else is said. */
  price?: (body: CartBody) => PricedCart;
}

/** Opens it for somebody who picks up in a restaurant. */
export function openCoupons({
  coupons = [],
  user = null,
  answers = {},
  path = "/kupongit",
  price = pricedCart,
}: Setting = {}) {
  putOrder({ method: aMethod() });
  const asked = serve({
    [COUPONS]: { status: 200, body: campaignOf(coupons) },
    [MENU]: { status: 200, body: aMenu() },
    ...answers,
  });
  priceBy(price);
  const routes = [
    { path: "/kupongit", element: <Component /> },
    { path: "*", element: <p>Perillä</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, router };
}

/** Lines have names of their own: what they cost is told from what is asked. */
function priceBy(price: (body: CartBody) => PricedCart) {
  const others = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (`${init.method ?? "GET"} ${path}` !== PRICE) return others(path, init);
    const body: CartBody = JSON.parse(String(init.body));
    return new Response(JSON.stringify(price(body)), { status: 200 });
  });
}
