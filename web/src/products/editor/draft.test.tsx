/** What is being built when the page goes: it is there again, as far as it is to be had, and nowhere else. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { aMethod, orderItem } from "../../shop/testing/orders";
import { reload } from "../../testing/reload";
import { DRAFTS } from "./draft";
import { productOf } from "./testing/menu";
import { addButton, open, press } from "./testing/open";

beforeEach(() => {
  sessionStorage.clear();
  putOrder({ method: aMethod() });
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const adds = () => screen.findByRole("button", { name: /^Lisää tilaukseen \d/ });
/** What the pizza has more or less than its recipe. */
const changes = () =>
  (screen.queryByRole("list", { name: "Muutokset reseptiin" })?.textContent ?? "")
    .match(/(Lisätty|Jätetty pois): \p{Lu}[^:]*?(?=Lisätty|Jätetty|$)/gu)
    ?.map((one) => one.trim()) ?? [];

/** Two of a large one, with a topping more and one less. */
async function build(productId = "3002") {
  open(productId);
  await addButton();
  await userEvent.click(screen.getByRole("radio", { name: /Perhe/ }));
  await press("Poista: Ananas");
  await press("Lisää kappale");
  await userEvent.selectOptions(screen.getByLabelText("Juusto"), "2835");
}

describe("a page that is loaded anew", () => {
  test("has size, toppings, slots and quantity as they were, and asks before it closes", async () => {
    await build();
    const before = changes();
    reload();
    const { onClose } = open("3002", { layout: "dialog" });
    await adds();
    expect(screen.getByRole("radio", { name: /Perhe/ })).toBeChecked();
    expect(changes()).toEqual(before);
    expect(before).toContain("Jätetty pois: Ananas");
    expect(screen.getByLabelText("Juusto")).toHaveValue("2835");
    expect(await screen.findByRole("button", { name: /Lisää tilaukseen 25,80/ })).toBeVisible();
    await press("Sulje");
    expect(await screen.findByRole("dialog", { name: "Sulje tuote?" })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    // Who closes it does not want it any more.
    await press("Sulje sivu");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    reload();
    open("3002");
    await addButton();
    expect(changes()).toEqual([]);
  });

  test("has nothing of another product", async () => {
    await build();
    reload();
    open("3001");
    await addButton();
    expect(changes()).toEqual([]);
    expect(screen.getByRole("radio", { name: /Normaali/ })).toBeChecked();
  });

  test("has nothing where the address has become another product's", async () => {
    await build();
    reload();
    open("3002", { change: { productId: "4711" } });
    await addButton();
    expect(changes()).toEqual([]);
  });

  test("has nothing of what went into the cart", async () => {
    await build();
    await userEvent.click(await adds());
    await waitFor(() => expect(currentOrder().items).toHaveLength(1));
    reload();
    open("3002");
    await addButton();
    expect(changes()).toEqual([]);
  });

  test("leaves out what is no more, and says so", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    open("3002");
    await addButton();
    await userEvent.type(screen.getByRole("searchbox"), "pepperon");
    await press("Lisää: Pepperoni");
    await press("Poista: Ananas");
    reload();
    open("3002", { kitchen: (row) => (row.id === "1302" ? { ...row, id: "99999" } : row) });
    expect(await screen.findByText("Osaa täytteistä ei voitu lisätä.")).toBeInTheDocument();
    expect(changes()).toEqual(["Jätetty pois: Ananas"]);
  });

  // spec: PD-63
  test("says that its size is no more, and opens in the one that there is", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    await build();
    reload();
    const { productSizes } = productOf("3002");
    open("3002", { change: { sizeId: "101", productSizes: productSizes.slice(0, 1) } });
    expect(await screen.findByText(/^Valitsemasi koko on poistunut valikoimasta\./)).toBeInTheDocument();
    expect(log).toHaveBeenCalledWith("Product item not found", { productId: "3002", sizeId: "102" });
    expect(changes()).toContain("Jätetty pois: Ananas");
  });

  test("keeps nothing of what nobody changed", async () => {
    open("3002");
    await addButton();
    await press("Poista: Ananas");
    await press("Lisää: Ananas");
    expect(sessionStorage).toHaveLength(0);
  });
});

describe("a line that is changed", () => {
  const item = orderItem({ uuid: "a", productId: "3002", sizeId: "101" });
  const saves = () => screen.findByRole("button", { name: /^Tallenna muutokset \d/ });

  test("goes on where it was, beside its product and its neighbours", async () => {
    open("3002", { mode: { kind: "edit", item } });
    await saves();
    await press("Poista: Ananas");
    reload();
    open("3002", { mode: { kind: "edit", item: { ...item, uuid: "b" } } });
    await saves();
    expect(changes()).toEqual([]);
    reload();
    open("3002");
    await addButton();
    expect(changes()).toEqual([]);
    reload();
    open("3002", { mode: { kind: "edit", item } });
    await saves();
    expect(changes()).toEqual(["Jätetty pois: Ananas"]);
  });

  test("is kept only once it is changed, in whatever size it is", async () => {
    open("3002", { mode: { kind: "edit", item: { ...item, sizeId: "102" } } });
    await saves();
    expect(screen.getByRole("radio", { name: /Perhe/ })).toBeChecked();
    expect(sessionStorage).toHaveLength(0);
  });
});

// spec: PD-34
test("a link that says its own contents wins, and is itself there after a reload", async () => {
  const built = { slots: {}, doses: { "1301": 1 }, quantity: 5 };
  DRAFTS.keep("product 3900", { productId: "3900", sizeId: "102", build: built });
  const shared = {
    sizeId: "101",
    ingredients: [{ ingredientId: "1302", quantity: 2 }],
    unknown: [],
    message: null,
  };
  open("3900", { shared: "1302;1302", change: { shared } });
  await addButton();
  expect(screen.getByText("2/20")).toBeInTheDocument();
  reload();
  open("3900");
  await addButton();
  expect(screen.getByText("2/20")).toBeInTheDocument();
});

// It may be anything: the browser's own tools write there too.
test.each([
  null,
  7,
  {},
  { productId: "3002", sizeId: "102" },
  { productId: "3002", sizeId: "102", build: { slots: null, doses: {}, quantity: 1 } },
  { productId: "3002", sizeId: "102", build: { slots: { base: [7] }, doses: {}, quantity: 1 } },
  { productId: "3002", sizeId: "102", build: { slots: {}, doses: { "1301": 1e9 }, quantity: 1 } },
  { productId: "3002", sizeId: "102", build: { slots: {}, doses: { "1301": 0.5 }, quantity: 1 } },
  { productId: "3002", sizeId: "102", build: { slots: {}, doses: {}, quantity: 0 } },
  { productId: 3002, sizeId: "102", build: { slots: {}, doses: {}, quantity: 1 } },
])("what is no draft is none: %j", (value) => {
  sessionStorage.setItem("ovelle.building.1", JSON.stringify([["product 3002", value]]));
  expect(DRAFTS.find("product 3002")).toBeNull();
});
