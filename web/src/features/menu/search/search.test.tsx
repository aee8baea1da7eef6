import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { run } from "axe-core";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import type { ShopSummary } from "../../../api/wire";
import { putOrder } from "../../../shop/testing/cart";
import { aMethod } from "../../../shop/testing/orders";
import { aProduct } from "../../../products/testing/aProduct";
import { answer as recorded } from "../../../testing/fixtures/menu.gen";
import { answer as shop } from "../../../testing/fixtures/shop.gen";
import { SearchField } from "./SearchField";

const KITCHEN = "GET /api/commerce/v2/shops/12";
const shops: Partial<ShopSummary>[] = [{ ...shop, openForPickupStatus: "Open" }];
/** The recorded menu has a product of each category; one more holds nuts. */
const menu = {
  ...recorded,
  categories: recorded.categories.map((category) =>
    category.productCategoryID === "pizza"
      ? { ...category, products: [...category.products, nutty()] }
      : category,
  ),
};

function nutty() {
  return aProduct({
    productId: "3006",
    name: "Mummolan pelto",
    slug: "mummolan-pelto",
    allergens: ["gluten", "milk", "nuts"],
    ingredients: [{ id: "1320", quantity: 1 }],
  });
}

const topping = (id: string, name: string) => ({
  id,
  name,
  categoryId: "toppings",
  allergens: [],
  diets: [],
  isRecipeOnlyIngredient: false,
});

const ANSWERS: Record<string, Answer> = {
  [`${KITCHEN}/menu?orderType=pickup`]: { status: 200, body: menu },
  [`${KITCHEN}/ingredients?orderType=pickup`]: {
    status: 200,
    body: [topping("1302", "Pepperoni"), topping("1305", "Pekoni")],
  },
  "GET /api/commerce/v2/shops/summaries": { status: 200, body: shops },
};

function open(answers = ANSWERS, path = "/menu") {
  const asked = serve(answers);
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: (
          <main>
            <h1>Ruokalista</h1>
            <SearchField />
            <button type="button">Muualla</button>
          </main>
        ),
      },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, asked, person: userEvent.setup() };
}

beforeEach(() => putOrder({ method: aMethod({ restaurantId: "12", preorderTime: null }) }));

const field = () => screen.getByRole("combobox", { name: "Hae ruokaa, täytteitä ja ravintoloita" });
const option = (name: RegExp) => screen.findByRole("option", { name });
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "");

test("nothing is asked for before somebody goes to the field", async () => {
  const { asked, person } = open();
  expect(asked).toEqual([]);
  expect(field()).toHaveAttribute("aria-expanded", "false");
  await person.click(field());
  await person.keyboard("perf");
  await option(/Perfetta/);
  expect(asked.map(({ call }) => call).toSorted()).toEqual(Object.keys(ANSWERS).toSorted());
});

test("what is found stands under the name of its kind, and how much is read out", async () => {
  const { person } = open();
  await person.type(field(), "pepperonit");
  const toppings = await screen.findByRole("group", { name: "Täytteet" });
  expect(within(toppings).getByRole("option", { name: /^Pepperoni/ })).toHaveAttribute(
    "href",
    "/menu/perfetta?sizeId=101&ingredients=1302",
  );
  await person.clear(field());
  await person.type(field(), "kaisaniemenkadu");
  const found = await screen.findByRole("group", { name: "Ravintolat" });
  expect(within(found).getByRole("option", { name: /Kaisaniemenkatu 5/ })).toHaveAttribute(
    "href",
    "/ravintolat/ovelle-kaisaniemi",
  );
  await waitFor(() => expect(screen.getByText("1 osuma")).toHaveAttribute("aria-live", "polite"));
});

test("arrows go through the options and around, Enter goes to the one they stand at", async () => {
  const { person, router } = open();
  await person.type(field(), "pizza");
  await waitFor(() => expect(field()).toHaveAttribute("aria-expanded", "true"));
  const options = screen.getAllByRole("option");
  expect(options.length).toBeGreaterThan(1);
  expect(active()).toBeNull();
  await person.keyboard("{ArrowDown}");
  expect(active()).toBe(options[0]);
  expect(options[0]).toHaveAttribute("aria-selected", "true");
  await person.keyboard("{ArrowUp}");
  expect(active()).toBe(options.at(-1));
  await person.keyboard("{ArrowDown}");
  expect(active()).toBe(options[0]);
  expect(field()).toHaveFocus();
  await person.keyboard("{Enter}");
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
    options[0]?.getAttribute("href"),
  );
  expect(field()).toHaveAttribute("aria-expanded", "false");
});

test("Enter without an arrow goes to the first", async () => {
  const { person, router } = open();
  await person.type(field(), "perfetta");
  await option(/Perfetta/);
  await waitFor(() => expect(field()).toHaveAttribute("aria-expanded", "true"));
  await person.keyboard("{Enter}");
  expect(router.state.location.pathname).toBe("/menu/perfetta");
});

test("Esc closes the list first and empties the field second; an arrow opens it again", async () => {
  const { person } = open();
  await person.type(field(), "perfetta");
  await option(/Perfetta/);
  await waitFor(() => expect(field()).toHaveAttribute("aria-expanded", "true"));
  await person.keyboard("{Escape}");
  expect(field()).toHaveAttribute("aria-expanded", "false");
  expect(field()).toHaveValue("perfetta");
  await person.keyboard("{ArrowDown}");
  expect(field()).toHaveAttribute("aria-expanded", "true");
  await person.keyboard("{Escape}{Escape}");
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
});

test("who goes elsewhere closes the list, and finds it where it was", async () => {
  const { person } = open();
  await person.type(field(), "perfetta");
  await waitFor(() => expect(field()).toHaveAttribute("aria-expanded", "true"));
  await person.tab();
  expect(screen.getByRole("button", { name: "Tyhjennä haku" })).toHaveFocus();
  expect(field()).toHaveAttribute("aria-expanded", "true");
  await person.tab();
  expect(screen.getByRole("button", { name: "Muualla" })).toHaveFocus();
  expect(field()).toHaveAttribute("aria-expanded", "false");
  await person.click(field());
  expect(field()).toHaveAttribute("aria-expanded", "true");
  await person.click(screen.getByRole("button", { name: "Tyhjennä haku" }));
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
});

test("what was understood of a wish is said, with how certain it is", async () => {
  const { person } = open();
  await person.type(field(), "ilman pähkinää");
  expect(await screen.findByText("Ilman: maapähkinä, pähkinät")).toBeVisible();
  expect(screen.getByText(/^Tiedot ovat reseptin mukaan/)).toBeVisible();
  expect(screen.queryByRole("option", { name: /^Mummolan pelto/ })).toBeNull();
  expect(screen.getByRole("option", { name: /^Aiolidippi/ })).toBeVisible();
  await person.clear(field());
  await person.type(field(), "ilman possua");
  expect(
    await screen.findByText(/^Emme tiedä varmasti, mitkä annokset ovat ilman tätä: possua/),
  ).toBeVisible();
  expect(screen.queryByRole("option")).toBeNull();
  expect(field()).toHaveAttribute("aria-expanded", "false");
});

test("without a network what has come is searched all the same", async () => {
  const { person } = open({ [`${KITCHEN}/menu?orderType=pickup`]: { status: 200, body: menu } });
  await person.type(field(), "perfetta");
  expect(await option(/Perfetta/)).toBeVisible();
});

test("an address that names the field puts the focus there", () => {
  open(ANSWERS, "/menu#haku");
  expect(field()).toHaveFocus();
});

test.each([
  [" ", "{Tab}"],
  ["pizza", "{ArrowDown}"],
  ["ilman pähkinää", "{ArrowUp}"],
  ["ilman possua", "{ArrowDown}"],
  ["qwertyqwerty", "{Escape}"],
])("axe finds nothing wrong after '%s' and %s", async (text, key) => {
  const { person } = open();
  await person.click(field());
  await person.keyboard(text);
  await screen.findAllByText(text === " " ? "Ruokalista" : /^Annokset|^Emme tiedä|^Haulla ei/);
  await person.keyboard(key);
  const { violations } = await run(document.body, {
    // Colours and places are a browser's matter.
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
});
