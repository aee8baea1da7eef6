/** A combo that is opened by its own address: the first HTML says what it is, and no product is asked for. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { serve } from "../../api/testing/server";
import { aMenu } from "../../products/testing/aProduct";

const SLUG = "kaveripaketti";
const COMBO = {
  campaignId: "c1",
  campaignSlug: SLUG,
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

test("is asked for as one", async () => {
  window.history.replaceState(null, "", `/menu/${SLUG}`);
  document.body.innerHTML = '<div class="first" data-shape="dialog-combo"></div>';
  // The app reads the first HTML as it starts.
  const [{ Component: MenuPage }, { Component: ProductOverlay }] = await Promise.all([
    import("./MenuPage"),
    import("./ProductOverlay"),
  ]);
  const asked = serve({
    "GET /api/commerce/v2/menu": { status: 200, body: aMenu() },
    "GET /api/commerce/v2/tags": { status: 200, body: [] },
    "GET /api/commerce/v2/shops/summaries": { status: 200, body: [{ restaurantId: "12", hasWebsale: true }] },
    [`GET /api/commerce/v2/campaigns/combos/${SLUG}`]: { status: 200, body: COMBO },
  });
  const routes = [
    { path: "/menu", element: <MenuPage />, children: [{ path: ":slug", element: <ProductOverlay /> }] },
  ];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/menu/${SLUG}`] })} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("dialog", { name: "Kaveripaketti" })).toBeInTheDocument();
  expect(asked.map(({ call }) => call).filter((call) => call.includes("/products/"))).toEqual([]);
});
