/** The button, where the server answers with faults. */
// The news of the restaurant load it by themselves; here it is there before a test begins.
import "../../../live/tabShops";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, vi } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import { routes } from "../../../app/routes";
import { loadPages } from "../../../app/routing/lazyPage";
import type { Order } from "../../../shop/cart/order";
import { memorize } from "../../../shop/checkout/memory";
import { putOrder } from "../../../shop/testing/cart";
import { aMethod, anOrder, orderItem, pricedCart } from "../../../shop/testing/orders";
import { NAME } from "./failures";
import { card } from "./methods";

export const PRICE = "POST /api/pricing/pricing/customer/cart";
export const PLACE = "POST /api/commerce/v2/shoppingcart/order";
export const PAY = "POST /api/payments/pay";
export const DETAILS = "POST /api/commerce/v2/order/DetailsByKey";
export const TOKEN = "POST /api/pricing/delivery-price-token";
export const SHOP = "GET /api/commerce/v2/shops/12";
export const OTHER = "Tuote 3002";
export const LINES = [orderItem({ name: NAME }), orderItem({ uuid: "b", productId: "3002", name: OTHER })];

const contact = { ...anOrder().contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi" };

/** The button before each test: nothing is kept, and the pages are loaded, as the app does before it shows one. */
export function withLoadedCheckout() {
  beforeAll(() => loadPages(routes, "/ostoskori"));

  beforeEach(() => {
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    localStorage.clear();
    memorize({ attempt: null, acceptedAt: null });
  });
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const sound = ok(pricedCart({ orderItems: LINES.map(asSent) }));

/** A fee that is held, but never for long. */
export const held = ok({ token: "t", deliveryFee: 8.9, expiresAt: "2026-01-01T00:00:00Z" });

export function asSent({ uuid, productId, sizeId, quantity }: (typeof LINES)[number]) {
  return { uuid, productId, sizeId, quantity };
}

/** Opens the cart of two pizzas, where the server answers so. */
export function open(answers: Record<string, Answer | Answer[]>, parts: Partial<Order> = {}) {
  const asked = serve({
    [PRICE]: sound,
    [SHOP]: ok({ shopExternalId: "1012" }),
    "GET /api/payments/methods?shopExternalId=1012": ok([card]),
    "GET /api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup": ok([]),
    ...answers,
  });
  putOrder({ method: aMethod(), items: LINES, contact, paymentMethod: "scheme", ...parts });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/ostoskori"] })} />
    </QueryClientProvider>,
  );
  return asked;
}

const anyButton = () => screen.getByRole("button", { name: /^(Maksa|Tilaa|Hinta päivittyy|Puuttuu)/ });
export const row = (name: string) => screen.queryByRole("heading", { name })?.closest("li") ?? null;
const bars = () =>
  screen
    .queryAllByRole("alert")
    .filter((bar) => within(bar).queryByRole("button", { name: "Sulje virheilmoitus" }) !== null);
const has = (part: HTMLElement | null, words: string) =>
  part !== null && within(part).queryByText(words) !== null;

/** Where the words are read now, and what can be done. */
export function seen(words: string): string[] {
  const field = screen.getByRole("textbox", { name: "Kampanjakoodi" });
  const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const places = {
    dialog: screen.queryByRole("dialog", { name: words }) !== null,
    bar: bars().some((bar) => has(bar, words)),
    button: has(anyButton().parentElement, words),
    line: has(row(NAME), words),
    field: described.some((id) => document.getElementById(id)?.textContent === words),
    code: has(screen.queryByRole("list", { name: "Käytössä olevat koodit" }), words),
    gone: row(NAME) === null && row(OTHER) !== null,
    "no restaurant": screen.queryByText("Ole hyvä ja valitse ensin ravintola!") !== null,
    stopped: anyButton().getAttribute("aria-disabled") === "true",
  };
  return Object.entries(places).flatMap(([place, isThere]) => (isThere ? [place] : []));
}

export const button = () => screen.findByRole("button", { name: /^(Maksa|Tilaa) \d/ });
export const buttonArea = () => anyButton().parentElement ?? document.body;
