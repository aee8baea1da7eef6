import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { kitchenOf, productOf } from "../../products/editor/testing/menu";
import { aMenu } from "../../products/testing/aProduct";
import { putOrder } from "../../shop/testing/cart";
import { Component as MenuPage } from "./MenuPage";
import { Component as ProductOverlay } from "./ProductOverlay";

const PRODUCT = "/api/commerce/v2/products/margareta";
const KITCHEN = "/api/commerce/v2/shops/12/ingredients?sizeId=101";
const MENU = "GET /api/commerce/v2/menu";
const COMBO = "/api/commerce/v2/campaigns/combos/";

function open(slug: string, answers: Record<string, Answer>, held?: Promise<void>) {
  const asked = serve({
    [MENU]: { status: 200, body: aMenu() },
    "GET /api/commerce/v2/tags": { status: 200, body: [] },
    "GET /api/commerce/v2/shops/summaries": { status: 200, body: [{ restaurantId: "12", hasWebsale: true }] },
    [`GET ${KITCHEN}`]: { status: 200, body: kitchenOf("101") },
    ...answers,
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const answer = await fetch(path, init);
    if (path === KITCHEN) await held;
    return answer;
  });
  const routes = [
    { path: "/menu", element: <MenuPage />, children: [{ path: ":slug", element: <ProductOverlay /> }] },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/menu/${slug}`] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

beforeEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  putOrder();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

// spec: MN-02
test("of a product's address the product is asked for, and the menu follows once it is there", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const asked = open("margareta", { [`GET ${PRODUCT}`]: { status: 200, body: productOf("3001") } }, held);
  const calls = () => asked.map(({ call }) => call);
  await waitFor(() => expect(calls()).toContain(`GET ${KITCHEN}`));
  expect(calls()).not.toContain(MENU);
  answer();
  expect(await screen.findByRole("heading", { name: "Margareta", level: 1 })).toBeInTheDocument();
  await waitFor(() => expect(calls()).toContain(MENU));
  expect(calls().filter((call) => call.includes(COMBO))).toEqual([]);
});

// spec: MN-03
test("what no product is called may be a combo", async () => {
  const slug = "kaveripaketti";
  const combo = {
    campaignId: "c1",
    campaignSlug: slug,
    name: "Kaveripaketti",
    description: null,
    comboPrice: 25,
    start: null,
    end: null,
    isActiveDuringLunch: true,
    requireLogin: false,
    campaignTimeOfDayConditions: [],
    comboCampaignOptions: [],
    availability: { result: "OK", messageCode: null, message: null },
  };
  open(slug, {
    [`GET /api/commerce/v2/products/${slug}`]: refusal(404, "product/not-found", "Tuotetta ei löydy."),
    [`GET ${COMBO}${slug}`]: { status: 200, body: combo },
  });
  expect(await screen.findByRole("dialog", { name: "Kaveripaketti" })).toBeInTheDocument();
});

test("what is neither says so", async () => {
  open("olematon", {
    "GET /api/commerce/v2/products/olematon": refusal(404, "product/not-found", "Tuotetta ei löydy."),
    [`GET ${COMBO}olematon`]: refusal(404, "campaign/not-found", "Kampanjaa ei löydy."),
  });
  expect(await screen.findByText("Tuotetta ei löydy tästä ravintolasta.")).toBeInTheDocument();
});
