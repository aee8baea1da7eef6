import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { MenuProduct } from "../../api/wire";
import { aDrink, aProduct } from "../testing/aProduct";
import { cardPriceOf } from "./cardPrice";
import { type CardState, cardStateOf } from "./cardState";
import { ProductCard } from "./ProductCard";

interface Shown {
  note?: string;
  state?: CardState;
  count?: number;
  avoided?: string[];
}

function show(
  product: MenuProduct,
  { state = { kind: "available" }, count = 0, avoided = [], note }: Shown = {},
) {
  const onAdd = vi.fn<(product: MenuProduct) => void>();
  const onRemove = vi.fn<(product: MenuProduct) => void>();
  render(
    <MemoryRouter>
      <ProductCard
        product={product}
        {...(note !== undefined && { note })}
        state={state}
        count={count}
        avoided={avoided}
        onAdd={onAdd}
        onRemove={onRemove}
      />
    </MemoryRouter>,
  );
  return { onAdd, onRemove };
}

test("a card leads to where its product is built, and says what it costs in its smallest size", () => {
  show(aProduct());
  expect(screen.getByRole("link", { name: "Saunavuoro" })).toHaveAttribute("href", "/menu/saunavuoro");
  expect(screen.getByRole("article")).toHaveTextContent("Alkaen 13,90 €");
  expect(screen.queryByRole("button")).toBeNull();
});

test("what the editors say stands beside what is on it, and not in its place", () => {
  const product = aProduct();
  show(product, { note: "Lämmittää pitkään" });
  expect(screen.getByText("Lämmittää pitkään")).toBeVisible();
  expect(screen.getByText(product.description ?? "")).toBeVisible();
});

// spec: MN-36
test("its picture, a drawing that any screen shows sharp, is 234 pixels wide and high", () => {
  show(aProduct({ imagepath: "/tuotteet/saunavuoro.svg" }));
  const picture = screen.getByRole("article").querySelector('img[src="/tuotteet/saunavuoro.svg"]');
  expect([picture?.getAttribute("width"), picture?.getAttribute("height")]).toEqual(["234", "234"]);
});

// spec: MN-26
test("what needs no choosing is added, counted and taken out in the card itself", async () => {
  const { onAdd, onRemove } = show(aDrink(), { count: 2 });
  expect(screen.getByRole("status")).toHaveTextContent("2 tilauksessa");
  await userEvent.click(screen.getByRole("button", { name: "Lisää: Lähdevesi" }));
  await userEvent.click(screen.getByRole("button", { name: "Vähennä: Lähdevesi" }));
  expect([onAdd, onRemove].map((call) => call.mock.calls.length)).toEqual([1, 1]);
});

// spec: MN-26
test("what is built elsewhere wears a badge with how many there are", () => {
  show(aProduct(), { count: 3 });
  expect(screen.getByText("3 tilauksessa").closest('[aria-hidden="true"]')).toBeNull();
});

test("of what is not in the order there is nothing to count, nor to take out; of one there is", () => {
  show(aProduct());
  expect(screen.getByRole("article")).not.toHaveTextContent("tilauksessa");
  expect(screen.getByRole("article").querySelector("svg")?.closest("span[aria-hidden=true]")).not.toBeNull();
  cleanup();
  show(aDrink(), { count: 0 });
  expect(screen.queryByRole("button", { name: "Vähennä: Lähdevesi" })).toBeNull();
  expect(screen.getByRole("group", { name: "Lähdevesi" })).not.toHaveTextContent("0");
  cleanup();
  show(aDrink(), { count: 1 });
  expect(screen.getByRole("status")).toHaveTextContent("1 tilauksessa");
  expect(screen.getByRole("button", { name: "Vähennä: Lähdevesi" })).toBeVisible();
});

test("over its picture stands one tag at most, the most telling", () => {
  const signs = (...names: string[]) => {
    cleanup();
    show(aProduct({ tags: names.map((name) => ({ name })) }));
    return names.filter((name) => screen.queryByText(name));
  };
  expect(signs("Tulinen", "Vegan", "Uutuus", "Gluteeniton")).toEqual(["Uutuus"]);
  expect(signs("Tulinen", "Suosikki")).toEqual(["Suosikki"]);
  expect(signs("Gluteeniton")).toEqual([]);
});

// spec: MN-24, PD-64
test("what has run out says so in the description's place, and cannot be added", () => {
  show(aDrink(), { state: cardStateOf(aDrink(), new Set(["3024"])) });
  expect(screen.getByText("Loppunut valitsemastasi ravintolasta")).toBeVisible();
  expect(screen.queryByText("Kuplilla.")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

// spec: MN-25
test("what is not sold at this hour says when it is", () => {
  const late = aProduct({
    isAvailableNow: false,
    availableForSaleFrom: "21:00",
    availableForSaleUntil: "04:00",
  });
  show(late, { state: cardStateOf(late, new Set()) });
  expect(screen.getByText(/Ei saatavilla/)).toHaveTextContent("Myynnissä kello 21.00–4.00");
});

test("allergens that are to be avoided are named", () => {
  show(aProduct(), { avoided: ["gluten", "milk"] });
  expect(screen.getByText("Sisältää: gluteeni, maito")).toBeVisible();
});

// spec: PR-34
test("a custom product costs at least its base and a topping", () => {
  show(aProduct({ hasFromPrice: true, basePrice: 11.4 }));
  expect(screen.getByRole("article")).toHaveTextContent("Alkaen 12,40 €");
  expect(cardPriceOf(aProduct({ hasFromPrice: true, basePrice: 11.4 }))).toEqual({
    kind: "from",
    amount: 12.4,
  });
  expect(cardPriceOf(aDrink())).toEqual({ kind: "exact", amount: 2.9 });
});

test("what is true by choice alone is said in words, and has no letter", () => {
  show(aProduct({ tags: [{ name: "Laktoositon" }], tagsByChoice: { Vegan: ["2835"], laktoositon: ["1"] } }));
  expect(screen.getByText("Saa vegaanisena")).toBeVisible();
  expect(screen.getByText("laktoositon")).toBeInTheDocument();
  expect(screen.getByRole("article")).not.toHaveTextContent(/vegaaninen|Ve\b/);
});

test("letters of tags are read as words", () => {
  show(aProduct({ tags: [{ name: "Vegan" }, { name: "Laktoositon" }] }));
  expect(screen.getByText("vegaaninen, laktoositon")).toBeInTheDocument();
});
