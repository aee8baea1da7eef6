import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import { aCategory, aDrink, aMenu, aProduct } from "../../products/testing/aProduct";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { aDelivery, aMethod } from "../../shop/testing/orders";
import { menuList } from "./menuCode";
import { Component as MenuPage } from "./MenuPage";

const vegan = aProduct({
  productId: "7",
  name: "Vihreä aalto",
  slug: "vihrea-aalto",
  tags: [{ name: "Vegan" }],
});
const MENU = aMenu({
  categories: [
    aCategory("pizza", [aProduct({ allergens: ["gluten", "milk"] }), vegan], {
      slug: "pizzat",
      productCategoryName: "Pizzat",
    }),
    aCategory("drink", [aDrink()], { slug: "juomat", productCategoryName: "Juomat", displayOrder: 20 }),
  ],
});

const TAGS = [{ name: "Vegan", imageUrl: "/tags/vegan.svg" }];

function open(path = "/menu", more: Record<string, Answer> = {}) {
  serve({
    "GET /api/commerce/v2/menu": { status: 200, body: MENU },
    "GET /api/commerce/v2/menu?avoid=milk": { status: 200, body: MENU },
    "GET /api/commerce/v2/tags": { status: 200, body: TAGS },
    ...more,
  });
  const router = createMemoryRouter([{ path: "/menu/*", element: <MenuPage /> }], { initialEntries: [path] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

// As the route does before it shows the page.
beforeAll(() => menuList.load());

beforeEach(() => {
  putOrder();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

// spec: MN-01, MN-06
test("without a restaurant the menu is there, and asks how one orders", async () => {
  open();
  expect(await screen.findByRole("heading", { name: "Pizzat" })).toBeVisible();
  const place = screen.getByRole("region", { name: "Toimitustapa" });
  expect(within(place).getByRole("link", { name: "Valitse toimitustapa" })).toHaveAttribute(
    "href",
    "/menu#aloita-tilaus",
  );
  const ways = within(screen.getByRole("navigation", { name: "Tuoteryhmät" })).getAllByRole("link");
  expect(ways.map((way) => way.textContent)).toEqual(["Pizzat", "Juomat"]);
  const cards = (name: string) => within(screen.getByRole("region", { name })).getAllByRole("article");
  expect([cards("Pizzat"), cards("Juomat")].map(({ length }) => length)).toEqual([2, 1]);
});

// spec: MN-12, MN-13, MN-14
test("a tag filters the menu, counts what it keeps, and is taken away again", async () => {
  const router = open();
  await userEvent.click(await screen.findByRole("button", { name: "Vegan" }));
  expect(router.state.location.search).toBe("?rajaus=Vegan");
  expect(router.state.historyAction).toBe("REPLACE");
  expect(screen.getByText("1 tuote")).toBeVisible();
  expect(
    within(screen.getByRole("region", { name: "Juomat" })).getByText("Ei tuotteita rajauksella"),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "poista rajaus" }));
  expect(router.state.location.search).toBe("");
  expect(screen.queryByText("Ei tuotteita rajauksella")).toBeNull();
});

// spec: MN-16
test("the vegan filter goes along to the product", async () => {
  open("/menu?rajaus=Vegan");
  expect(await screen.findByRole("link", { name: "Vihreä aalto" })).toHaveAttribute(
    "href",
    "/menu/vihrea-aalto?rajaus=Vegan",
  );
});

test("what is to be avoided is kept with the order, and cards that hold it say so", async () => {
  open();
  await userEvent.click(await screen.findByText("Allergeenit"));
  await userEvent.click(screen.getByRole("checkbox", { name: "maito" }));
  expect(await screen.findByText("Sisältää: maito")).toBeVisible();
  expect(currentOrder().avoidAllergens).toEqual(["milk"]);
});

test("what is added without a restaurant waits for the set-up, and is dropped with it", async () => {
  const router = open();
  await userEvent.click(await screen.findByRole("button", { name: "Lisää: Lähdevesi" }));
  expect(router.state.location.hash).toBe("#aloita-tilaus");
  expect(currentOrder().items).toEqual([]);
  await router.navigate("/menu");
  expect(currentOrder().items).toEqual([]);
});

test("once a restaurant is chosen, what waited is added", async () => {
  const router = open("/menu", {
    "GET /api/commerce/v2/shops/12/menu?orderType=pickup": { status: 200, body: MENU },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Lisää: Lähdevesi" }));
  putOrder({ method: aMethod() });
  await router.navigate("/menu");
  await waitFor(() => expect(currentOrder().items.map(({ productId }) => productId)).toEqual(["3024"]));
});

// spec: OS-12
test("what was saved in the set-up lights the line for a moment, and is said", async () => {
  open("/menu", {
    "GET /api/commerce/v2/shops/12/menu?orderType=pickup": { status: 200, body: MENU },
  });
  const line = await screen.findByRole("region", { name: "Toimitustapa" });
  expect(within(line).queryByText(/tallennettu/)).toBeNull();
  putOrder({ method: aMethod() });
  expect(await within(line).findByText("Valinnat tallennettu: Ovelle Kallio")).toHaveAttribute(
    "aria-live",
    "polite",
  );
  await waitFor(() => expect(line.className).not.toMatch(/fresh/));
});

// spec: PD-49
test("a combo that lunch shuts out says from when it can be had, beside those that can", async () => {
  const combo = (campaignSlug: string, result: string) => ({
    campaignId: campaignSlug,
    campaignSlug,
    name: campaignSlug,
    comboPrice: 25,
    comboCampaignOptions: [],
    availability: { result, messageCode: null, message: null },
  });
  putOrder({ method: aMethod() });
  open("/menu", {
    "GET /api/commerce/v2/shops/12/menu?orderType=pickup": { status: 200, body: MENU },
    "GET /api/commerce/v2/campaigns/combos?shopId=12&orderType=pickup": {
      status: 200,
      body: [combo("iltapari", "NOT_VALID_DURING_LUNCH"), combo("kaveripaketti", "OK")],
    },
  });
  expect(await screen.findByRole("link", { name: "iltapari Voimassa lounasajan jälkeen" })).toBeVisible();
  expect(screen.getByRole("link", { name: /kaveripaketti 25,00/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /uudelleen/ })).toHaveAttribute("href", "/menu/tilaa-uudelleen");
});

// spec: CM-23
test("who sets up a delivery sees on the menu what is brought for nothing, and which combos there are", async () => {
  const combo = { campaignId: "k", campaignSlug: "kaveripaketti", name: "Kaveripaketti", comboPrice: 28.9 };
  const free = {
    campaignId: "e",
    name: "Yli 25 € kuljetus kaupan päälle",
    requireLogIn: false,
    isDisplayed: true,
  };
  putOrder({ method: aDelivery() });
  open("/menu", {
    "GET /api/commerce/v2/shops/12/menu?orderType=delivery": { status: 200, body: MENU },
    "GET /api/commerce/v2/campaigns/free-delivery?shopId=12": { status: 200, body: [free] },
    "GET /api/commerce/v2/campaigns/combos?shopId=12&orderType=delivery": {
      status: 200,
      body: [
        {
          ...combo,
          comboCampaignOptions: [],
          availability: { result: "OK", messageCode: null, message: null },
        },
      ],
    },
  });
  const link = await screen.findByRole("link", { name: /^Kaveripaketti 28,90/ });
  expect(link).toHaveAttribute("href", "/menu/kaveripaketti");
  await waitFor(() =>
    expect(screen.getByRole("list", { name: "Poimintoja" })).toHaveTextContent(
      "Yli 25 € kuljetus kaupan päälle.",
    ),
  );
});

// spec: CM-22
test("that nobody could look at the free deliveries is said beside a menu that is there", async () => {
  const failed = "Kuljetuskampanjoiden tarkistuksessa tapahtui virhe. Yritä hetken kuluttua uudestaan.";
  const free = "GET /api/commerce/v2/campaigns/free-delivery?shopId=12";
  const menu = { "GET /api/commerce/v2/shops/12/menu?orderType=delivery": { status: 200, body: MENU } };
  putOrder({ method: aDelivery() });
  open("/menu", { ...menu, [free]: { status: 503 } });
  expect(await screen.findByText(failed)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Pizzat" })).toBeVisible();
  cleanup();
  open("/menu", { ...menu, [free]: { status: 200, body: [] } });
  expect(await screen.findByRole("heading", { name: "Pizzat" })).toBeVisible();
  expect(screen.queryByText(failed)).toBeNull();
});

test("a menu that does not come says so", async () => {
  open("/menu", { "GET /api/commerce/v2/menu": { status: 503 } });
  expect(await screen.findByText(/Ruokalista ei auennut/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Yritä uudelleen" })).toBeVisible();
});
