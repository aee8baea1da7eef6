/** The menu of who is in, and leaving. */
import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { aProduct } from "../../products/testing/aProduct";
import { hint } from "../../session/hints";
import { aUser, knowing } from "../../session/testing/people";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { orderItem } from "../../shop/testing/orders";
import { Header } from "./Header";
import { SignOutDialog } from "./SignOutDialog";

const LOGOUT = "POST /api/users/logout";
const MENU = {
  categories: ["Pizzat", "Juomat"].map((productCategoryName, index) => ({
    productCategoryID: String(index),
    productCategoryName,
    slug: productCategoryName.toLowerCase(),
    hidden: false,
    products: [aProduct()],
  })),
};

beforeEach(() => {
  localStorage.clear();
  hint({});
  putOrder({ items: [orderItem()] });
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string) {
  const asked = serve({
    "GET /api/commerce/v2/menu": { status: 200, body: MENU },
    [LOGOUT]: { status: 204 },
  });
  const page = (
    <>
      <Header />
      <SignOutDialog />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={knowing({ user: aUser(), roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const left = () => asked.filter(({ call }) => call === LOGOUT).length;
  return { router, left };
}

// spec: SH-07
test("below the large breakpoint the hamburger has categories, the account, restaurants, a way to reach us, leaving", async () => {
  open("/ravintolat");
  await userEvent.click(await screen.findByRole("link", { name: "Avaa valikko" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Valikko" }));
  await sheet.findByRole("link", { name: "Pizzat" });
  const links = sheet.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual(
    expect.arrayContaining([
      ["Pizzat", "/menu#pizzat"],
      ["Juomat", "/menu#juomat"],
      ["Etsi ravintola", "/ravintolat"],
      ["Ota yhteyttä", "/ota-yhteytta"],
      ["Tilaukset", "/asiakastili/tilaushistoria"],
      ["Omat tiedot", "/asiakastili/omat-tiedot"],
    ]),
  );
  expect(links.at(-1)?.[0]).toBe("Kirjaudu ulos");
  // Its sign is there in a narrow window alone, where the places beside it are not.
  const styles = readFileSync("src/app/shell/Header.module.css", "utf8");
  expect(styles).toMatch(/\n\.burger \{[^}]*display: none/);
  const narrow = /@media \(max-width: 760px\) \{([\s\S]*?)\n\}/.exec(styles)?.[1] ?? "";
  expect(narrow).toMatch(/\.burger \{[^}]*display: (grid|flex)/);
  expect(narrow).toMatch(/\.places \{[^}]*display: none/);
});

// spec: SH-14
describe("leaving", () => {
  const dialog = () => screen.findByRole("dialog", { name: "Kirjaudu ulos?" });
  const press = async (name: string) => userEvent.click(within(await dialog()).getByRole("button", { name }));

  test("is asked first: the order goes too; one may stay", async () => {
    const { router, left } = open("/menu#kirjaudu-ulos");
    expect(await dialog()).toHaveTextContent("Tilauksesi tyhjennetään, kun kirjaudut ulos.");
    await press("Takaisin");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect([left(), currentOrder().items.length, router.state.location.pathname]).toEqual([0, 1, "/menu"]);
  });

  test("empties the order and leads home", async () => {
    const { router, left } = open("/menu#kirjaudu-ulos");
    await press("Kirjaudu ulos");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect([left(), currentOrder().items]).toEqual([1, []]);
  });
});
