import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, type RouteObject } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import { aProduct } from "../../products/testing/aProduct";
import { putOrder } from "../../shop/testing/cart";
import { aMethod, orderItem, pricedCart } from "../../shop/testing/orders";
import { ErrorView } from "../ErrorView";
import { CookieSettings } from "./CookieSettings";
import { Shell } from "./Shell";

const MENU = {
  categories: ["Pizzat", "Juomat", "Salaiset"].map((productCategoryName, index) => ({
    productCategoryID: String(index),
    productCategoryName,
    slug: productCategoryName.toLowerCase(),
    hidden: productCategoryName === "Salaiset",
    products: [aProduct()],
  })),
};

beforeEach(() => putOrder());
afterEach(() => vi.unstubAllGlobals());

function open(routes: RouteObject[], answers: Record<string, Answer> = {}, path = "/") {
  serve(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const SHOP = [{ element: <Shell />, children: [{ path: "*", element: <h1>Sivu</h1> }] }];
const menu = { "GET /api/commerce/v2/menu": { status: 200, body: MENU } };

const placesOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("that the network is gone is said for as long as it is", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  open(SHOP);
  const words = /^Yhteys katkesi\. Ostoskorisi on tallessa/;
  expect(screen.queryByText(words)).toBeNull();
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText(words)).toBeVisible();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(words)).toBeNull();
});

test("the header leads home, to the menu, own pizza, the restaurants, the programme, the search and the cart", async () => {
  open(SHOP);
  const header = await screen.findByRole("banner");
  expect(within(header).getByRole("link", { name: "Ovelle, etusivulle" })).toHaveAttribute("href", "/");
  const places = within(header).getByRole("navigation", { name: "Päävalikko" });
  expect(placesOf(places)).toEqual(["/menu", "/menu/perfetta", "/ravintolat", "/kotijoukot", "/menu#haku"]);
  const cart = within(header).getByRole("link", { name: "Ostoskori on tyhjä" });
  expect(cart).toHaveAttribute("href", "/ostoskori");
});

// spec: CA-74
test("the cart's link says how many there are, and what they cost without delivery", async () => {
  const items = [orderItem({ quantity: 2 })];
  const priced = pricedCart({ orderItems: [{ productId: "3001", sizeId: "101", uuid: "a", quantity: 2 }] });
  priced.pricingDetails.shippingChargesTotal = 8.9;
  putOrder({ method: aMethod(), items, priced, isPriced: true });
  open(SHOP);
  expect(await screen.findByRole("link", { name: /^Ostoskori, 20,00\s€, 2 tuotetta$/ })).toBeVisible();
});

test("the hamburger has the menu's categories, own pizza, restaurants, and a way to reach us", async () => {
  open(SHOP, menu);
  await userEvent.click(await screen.findByRole("link", { name: "Avaa valikko" }));
  const sheet = await screen.findByRole("dialog", { name: "Valikko" });
  await within(sheet).findByRole("link", { name: "Pizzat" });
  expect(placesOf(sheet)).toEqual([
    "/menu#haku",
    "/menu",
    "/menu#pizzat",
    "/menu#juomat",
    "/menu/perfetta",
    "/ravintolat",
    "/kotijoukot",
    "/kupongit",
    "/ota-yhteytta",
    "/kirjaudu",
  ]);
  await userEvent.click(within(sheet).getByRole("link", { name: "Juomat" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

// spec: SH-12
test("the footer says what the editors wrote, in columns and in parts that open", async () => {
  const content = {
    categories: [
      { title: "Syötävää", links: [{ text: "Ruokalista", url: "/menu" }] },
      { title: "Tyhjä", links: [] },
    ],
    social: [{ text: "Instagram", url: "https://instagram.example/ovelle" }],
    bottom_text: "Ovelle. Uunista ovelle.",
  };
  open(SHOP, { "GET /api/cms/stories/footer": { status: 200, body: { updatedAt: "", content } } });
  const footer = await screen.findByRole("contentinfo");
  expect(await within(footer).findByText("Ovelle. Uunista ovelle.")).toBeVisible();
  const part = within(footer).getByRole("group");
  await userEvent.click(within(part).getByText("Syötävää"));
  expect(within(part).getByRole("link", { name: "Ruokalista" })).toHaveAttribute("href", "/menu");
  expect(within(footer).queryByText("Tyhjä")).toBeNull();
  const social = within(footer).getByRole("link", { name: "Instagram" });
  expect(social).toHaveAttribute("href", "https://instagram.example/ovelle");
});

test("where the editors' footer does not come, there is ours", async () => {
  open(SHOP, { "GET /api/cms/stories/footer": { status: 500 } });
  const footer = await screen.findByRole("contentinfo");
  const shop = ["/menu", "/ravintolat", "/tilaus", "/tyo"];
  const law = ["/ehdot/kayttoehdot", "/tietosuoja", "/allergiat"];
  expect(placesOf(footer)).toEqual(expect.arrayContaining([...shop, ...law]));
});

// spec: SH-12
test("the footer has a button for what this browser keeps, which can be taken away there", async () => {
  const go = vi.fn<(to: string) => void>();
  vi.stubGlobal("location", { ...window.location, assign: go });
  localStorage.setItem("ovelle.order", "{}");
  const element = (
    <>
      <Shell />
      <CookieSettings />
    </>
  );
  open([{ element, children: [{ path: "*", element: <h1>Sivu</h1> }] }]);
  const footer = await screen.findByRole("contentinfo");
  await userEvent.click(within(footer).getByRole("link", { name: "Evästeasetukset" }));
  const dialog = await screen.findByRole("dialog", { name: "Evästeasetukset" });
  expect(within(dialog).getByText(/pysyvät tässä selaimessa/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Poista tiedot tästä selaimesta" }));
  expect(localStorage).toHaveLength(0);
  expect(go).toHaveBeenCalledWith("/");
});

// spec: SH-15
test("a page that falls over says so, and leads home or to a fresh start", async () => {
  const go = vi.fn<(to: string) => void>();
  vi.stubGlobal("location", { ...window.location, assign: go });
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("broken");
  };
  localStorage.setItem("ovelle.order", "{}");
  open([{ path: "*", element: <Broken />, errorElement: <ErrorView /> }]);
  expect(await screen.findByRole("heading", { name: "Tapahtui yllättävä virhe" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Etusivulle" })).toHaveAttribute("href", "/");
  await userEvent.click(screen.getByRole("button", { name: "Aloita alusta" }));
  expect(localStorage).toHaveLength(0);
  expect(go).toHaveBeenCalledWith("/");
});
