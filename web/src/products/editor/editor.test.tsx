import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { aMethod, orderItem } from "../../shop/testing/orders";
import { addButton as buttonOf } from "./button";
import { recipeBuild } from "./configurator";
import { demoModel, productOf } from "./testing/menu";
import { addButton, open, press, priced } from "./testing/open";

beforeEach(() => {
  sessionStorage.clear();
  putOrder({ method: aMethod() });
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

// spec: PD-01, PD-02, PD-03, PD-04, PD-27, PR-07
test("a pizza opens with its sizes, base and toppings, and the server's price of one", async () => {
  const { asked } = open("3002");
  await addButton();
  await press("Lisää kappale");
  expect(await screen.findByRole("button", { name: "Lisää tilaukseen 25,80\u00a0€" })).toBeVisible();
  const sizes = within(screen.getByRole("radiogroup", { name: "Koko" })).getAllByRole("radio");
  const words = sizes.map((size) => size.closest("label")?.textContent?.replaceAll("\u00a0", " "));
  expect(words).toEqual(["Normaali13,90 €", "Perhe22,90 €"]);
  const base = within(screen.getByRole("region", { name: "Pohja" }));
  for (const name of ["Pizzapohja", "Pohjakastike", "Juusto"]) {
    expect(base.getByRole("combobox", { name })).toBeVisible();
  }
  const toppings = within(screen.getByRole("region", { name: "Täytteet" }));
  expect(toppings.getByText("3/20")).toBeInTheDocument();
  expect(toppings.getByText("Ananas")).toBeInTheDocument();
  const more = within(screen.getByRole("group", { name: "Lisää täytteitä" }));
  expect(more.queryByRole("button", { name: "Lisää: Pepperoni" })).toBeNull();
  await userEvent.click(more.getByText("Lihat"));
  expect(more.getByRole("button", { name: "Lisää: Pepperoni" })).toBeInTheDocument();
  const call = asked.find(({ call: asks }) => asks.includes("cart-item"));
  expect(call?.body).toMatchObject({ shopId: "12", orderType: "pickup", item: { productId: "3002" } });
  expect(JSON.stringify(call?.body)).not.toContain('"quantity":2');
});

// spec: PD-01
test("what there is in one size alone has no sizes to choose from", async () => {
  open("3930");
  await addButton();
  expect(screen.queryByText("Koko")).toBeNull();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("the menu's from-price is explained where it is another", async () => {
  open("3900");
  expect(await screen.findByText("Ruokalistan alkaen-hinnassa on mukana yhden euron täyte.")).toBeVisible();
});

test("a topping is found by its name, and by what people call it", async () => {
  open("3002");
  await addButton();
  const found = () =>
    within(screen.getByRole("group", { name: "Lisää täytteitä" }))
      .getAllByRole("button", { name: /^Lisää: / })
      .map((button) => button.getAttribute("aria-label"));
  await userEvent.type(screen.getByRole("searchbox"), "aura");
  expect(found()).toEqual(
    ["Nyhtökaura", "Sinihomejuusto", "Kermainen sinihomejuusto"].map((name) => `Lisää: ${name}`),
  );
});

// spec: CA-64, PD-03
test("what is added and left out is shown, counted, and put into the cart", async () => {
  open("3002");
  await addButton();
  await press("Poista: Ananas");
  await userEvent.type(screen.getByRole("searchbox"), "pepperon");
  await press("Lisää: Pepperoni");
  expect(screen.getByText("3/20")).toBeInTheDocument();
  const changes = screen.getByRole("list", { name: "Muutokset reseptiin" });
  expect(changes).toHaveTextContent("Lisätty: Pepperoni");
  expect(changes).toHaveTextContent("Jätetty pois: Ananas");
  await userEvent.click(await addButton());
  await waitFor(() => expect(currentOrder().items).toHaveLength(1));
  const doses = currentOrder().items[0]?.ingredients;
  expect(doses).toContainEqual(
    expect.objectContaining({ ingredientId: "1302", quantity: 1, addedFrom: "extra" }),
  );
  expect(doses).toContainEqual(
    expect.objectContaining({ ingredientId: "1401", quantity: 0, recipeQuantity: 1 }),
  );
});

// spec: PD-21, CA-55
test("another size keeps what was chosen, and names what it does not have", async () => {
  open("3900");
  await addButton();
  await userEvent.selectOptions(screen.getByLabelText("Pizzapohja"), "2660");
  await press("Lisää: Pepperoni");
  await userEvent.click(screen.getByRole("radio", { name: /Perhe/ }));
  expect(await screen.findByText("Ei saatavissa Perhe-koossa: Gluteeniton pohja")).toBeInTheDocument();
  expect(screen.getByText("1/20")).toBeInTheDocument();
});

// spec: PD-20
test("a size is asked for a tenth of a second after it was chosen, and of several the last alone", async () => {
  const { asked } = open("3900");
  await addButton();
  const sizes = () => asked.flatMap(({ call }) => /\/products\/.*sizeId=(\d+)/.exec(call)?.[1] ?? []);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  vi.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole("radio", { name: /Perhe/ }));
    await wait(99);
    fireEvent.click(screen.getByRole("radio", { name: /Normaali/ }));
    await wait(99);
    fireEvent.click(screen.getByRole("radio", { name: /Perhe/ }));
    await wait(99);
    expect(sizes()).toEqual([]);
    await wait(1);
    expect(sizes()).toEqual(["102"]);
  } finally {
    vi.useRealTimers();
  }
});

// spec: PD-43, PD-44
test.each([
  ["once it has as many doses as it may", 1],
  ["at all where it may have none", 0],
])("an ingredient cannot be added %s", async (_, maxQuantity) => {
  open("3900", { kitchen: (row) => (row.id === "1302" ? { ...row, minQuantity: 0, maxQuantity } : row) });
  await addButton();
  const [more, less] = ["Lisää: Pepperoni", "Poista: Pepperoni"].map(
    (name) => screen.getAllByRole("button", { name })[0],
  );
  expect(less).toHaveAttribute("aria-disabled", "true");
  if (maxQuantity > 0) await press("Lisää: Pepperoni");
  await waitFor(() => expect(more).toHaveAttribute("aria-disabled", "true"));
  await press("Lisää: Pepperoni");
  expect(screen.getByText(`${maxQuantity}/20`)).toBeInTheDocument();
});

// spec: PD-27, PD-28
test.each([
  ["add", "Lisää tilaukseen 12,90\u00a0€", "Lisätään tilaukseen..."],
  ["edit", "Tallenna muutokset 12,90\u00a0€", "Tallennetaan muutoksia..."],
] as const)(
  "to %s, the button names the price, and hears no press while it is sent",
  (mode, text, sending) => {
    const model = demoModel("3002");
    const facts = { model, build: recipeBuild(model), price: 12.9, mode };
    expect(buttonOf({ ...facts, phase: "choosing" })).toEqual({ text, canPress: true });
    expect(buttonOf({ ...facts, phase: "sending" })).toEqual({ text: sending, canPress: false });
  },
);

// spec: CA-70, PD-23
test.each([
  ["3012", "Monsterin dippi", "Valitse Monsterille dippi.", "1801"],
  ["1102", "Päätäyte", "Valitse päätäyte.", "1302"],
])("%s without its %s says so where it is chosen, and is not added", async (id, label, words, choice) => {
  open(id);
  const add = await addButton();
  expect(screen.getByRole("button", { name: "Vähennä kappale" })).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(add);
  expect(await screen.findByText(words)).toBeInTheDocument();
  const field = screen.getByLabelText(label);
  expect(field).toHaveFocus();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  expect(currentOrder().items).toEqual([]);
  await userEvent.selectOptions(field, choice);
  expect(screen.queryByText(words)).toBeNull();
});

// spec: PD-41
test.each([
  ["cheese", "Ei juustoa, kiitos"],
  ["baseSauce", "Ei pohjakastiketta, kiitos"],
  ["sauces", "Ei kastiketta, kiitos"],
  ["dip", "Ei dippiä, kiitos"],
  ["toppings", "Ei kiitos"],
])(
  "a slot of %s that may stay empty says so, and one that must be filled has nothing to say no with",
  async (categoryId, words) => {
    const [first] = productOf("3002").ingredientSlots;
    if (!first) throw new Error("it has slots");
    const ingredientSlots = [
      { ...first, id: "free", label: "Vapaa", categoryId, required: false },
      { ...first, id: "must", label: "Pakko", categoryId, required: true },
    ];
    open("3002", { change: { ingredientSlots } });
    const options = async (label: string) => {
      const field = await screen.findByRole("combobox", { name: label });
      return within(field).getAllByRole<HTMLOptionElement>("option");
    };
    expect((await options("Vapaa"))[0]).toHaveTextContent(words);
    expect((await options("Pakko")).filter(({ value }) => value === "")).toEqual([]);
  },
);

// spec: PD-64
test("a topping that has run out says so in its place", async () => {
  open("3900", { kitchen: (row) => (row.id === "1302" ? { ...row, isOutOfStock: true } : row) });
  await addButton();
  const line = screen.getAllByRole("button", { name: "Lisää: Pepperoni" })[0]?.closest("li");
  expect(within(line ?? document.body).getByText("Loppunut")).toBeInTheDocument();
});

// spec: PD-39, PD-62
test("a pizza of one's own asks for a topping", async () => {
  open("3900");
  await userEvent.click(await addButton());
  expect(await screen.findByText("Lisää ainakin yksi täyte.")).toBeInTheDocument();
  const shown = vi.mocked(Element.prototype.scrollIntoView).mock.contexts[0] as Element;
  expect(screen.getByRole("region", { name: "Täytteet" })).toContainElement(shown as HTMLElement);
});

// spec: PD-24
test("what ran out cannot be added", async () => {
  open("3022", { change: { isOutOfStock: true } });
  expect(await screen.findByRole("button", { name: "Loppunut ravintolasta" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

// spec: CA-66, PD-25
test("without a price it is an invalid product", async () => {
  open("3022", { price: priced(null) });
  expect(await screen.findByRole("button", { name: "Virheellinen tuote" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

// spec: PD-63
test("what is on a line and no more to be had is left out, said and written down", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  const ingredients = ["1201", "1301", "99999"].map((ingredientId) => ({
    ingredientId,
    quantity: 1,
    name: ingredientId,
    categoryId: "toppings",
    recipeQuantity: 1,
  }));
  const item = orderItem({ productId: "3002", sizeId: "101", ingredients });
  open("3002", { mode: { kind: "edit", item } });
  expect(await screen.findByText("Osaa täytteistä ei voitu lisätä.")).toBeInTheDocument();
  expect(log).toHaveBeenCalledWith("Ingredient not found", ["99999"]);
});

// spec: PD-28
test("a line of the cart opens as it is, and is saved", async () => {
  const ingredients = ["1201", "1001", "1101", "1301", "1302"].map((ingredientId) => ({
    ingredientId,
    quantity: 1,
    name: ingredientId,
    categoryId: "toppings",
    recipeQuantity: 1,
  }));
  const item = orderItem({ uuid: "a", productId: "3002", sizeId: "101", ingredients, quantity: 2 });
  putOrder({ method: aMethod(), items: [item] });
  open("3002", { mode: { kind: "edit", item } });
  const save = await screen.findByRole("button", { name: "Tallenna muutokset 25,80\u00a0€" });
  await press("Lisää kappale");
  await press("Lisää kappale");
  await press("Vähennä kappale");
  await userEvent.click(save);
  await waitFor(() => expect(currentOrder().items[0]?.quantity).toBe(3));
});

// spec: PD-33
test("there is nothing to share until something was added", async () => {
  const { router } = open("3900");
  await addButton();
  expect(screen.queryByText(/Lisää ensin ainakin yksi/)).toBeNull();
  await press("Jaa linkki pizzaasi");
  expect(screen.getByText(/Lisää ensin ainakin yksi/)).toBeInTheDocument();
  await press("Lisää: Pepperoni");
  await press("Jaa linkki pizzaasi");
  expect(router.state.location.hash).toBe("#share-product-modal");
});

// spec: PD-51, PD-54
test("nutrition is in kilojoules too, and a drink has no climate calculator", async () => {
  open("3022");
  await addButton();
  await userEvent.click(await screen.findByText("Ravintotiedot"));
  expect(await screen.findByText("100 millilitrassa")).toBeInTheDocument();
  expect(screen.getByText(/kJ \/ .* kcal/)).toBeInTheDocument();
  expect(screen.queryByText("Ilmastolaskuri")).toBeNull();
});

// spec: PD-07
test.each([
  ["stays where the product holds it by itself", ["milk"], /^Allergeenit: .*maito/],
  ["goes where nothing else holds it", [], /^Allergeenit: (?!.*maito)/],
])("an allergen of an ingredient that gives way %s", async (_, ownAllergens, words) => {
  open("3001", { change: { ownAllergens } });
  await addButton();
  expect(screen.getByText(/^Allergeenit:/)).toHaveTextContent("maito");
  await userEvent.selectOptions(screen.getByLabelText("Juusto"), "2835");
  expect(screen.getByText(/^Allergeenit:/)).toHaveTextContent(words);
});

// spec: PD-42
test("what leaves no choice can be read, and not changed", async () => {
  open("3018");
  await addButton();
  expect(screen.getByLabelText("Rullan kuori")).toBeDisabled();
  expect(screen.getByLabelText("Juusto")).toBeEnabled();
});

// spec: PD-42
test("a default that must stay cannot be changed either", async () => {
  open("3002", { kitchen: (row) => (row.id === "1201" ? { ...row, minQuantity: 1 } : row) });
  await addButton();
  expect(screen.getByLabelText("Pizzapohja")).toBeDisabled();
});
