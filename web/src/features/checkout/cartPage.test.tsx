/** What a person sees on the cart's page. */
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { CartBody, CartMessage } from "../../api/wire";
import { currentOrder, dispatch } from "../../shop/cart/useCart";
import { currentProblems } from "../../shop/errors/problems";
import { aDelivery } from "../../shop/testing/orders";
import { PRICE, edenred, klarna, open, order, priced, withFreshCheckout } from "./testing/cartPage";
import { card } from "./testing/methods";

withFreshCheckout();

test("a restaurant that has closed promises no minutes", async () => {
  open();
  expect(screen.getByText("Noudettavissa noin 35 min kuluttua")).toBeVisible();
  cleanup();
  const closed: CartMessage = {
    messageCode: "shop/is-closed",
    message: "Ravintola on suljettu.",
    metadata: {},
    displayKind: 1,
  };
  open({ priced: { ...priced, validationResult: { isValid: false, messages: [closed] } } });
  expect(screen.getByRole("region", { name: "Toimitus" })).toHaveTextContent("Nouto");
  expect(screen.queryByText(/Noudettavissa noin/)).toBeNull();
});

// spec: CA-08, PR-31, PR-32
test("the summary has a row for each amount of the server, and the tax in its words", () => {
  open();
  const row = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(screen.getByRole("heading", { name: "Kassa" })).toBeVisible();
  expect(row("Tuotteet")).toBe("29,80\u00a0€");
  expect(row("Alennukset")).toBe("\u22122,00\u00a0€");
  expect(row("Kuljetus")).toBe("4,90\u00a0€");
  expect(row("Yhteensä")).toBe("32,70\u00a0€");
  expect(row("Sisältää ALV 13,5 %")).toBe("3,89\u00a0€");
  expect(screen.getByRole("button", { name: /^Maksa 32,70/ })).toBeVisible();
});

// spec: CA-03
test("a line has its picture, name, size, changes and number, and is changed or taken away there", async () => {
  const dose = (name: string, quantity: number, recipeQuantity: number) => ({
    ingredientId: name,
    name,
    quantity,
    recipeQuantity,
    categoryId: "toppings",
  });
  const ingredients = [dose("Kinkku", 1, 1), dose("Pepperoni", 2, 1), dose("Ananas", 0, 1)];
  const items = order.items.map((item) => ({ ...item, ingredients }));
  open({ items });
  const line = screen.getByRole("heading", { name: "Margareta" }).closest("li") ?? document.body;
  await vi.waitFor(() => expect(line.querySelector("svg, img")).not.toBeNull());
  expect([...line.querySelectorAll("p")].slice(1).map(({ textContent }) => textContent)).toEqual([
    "Normaali",
    "+ Pepperoni",
    "− Ananas",
  ]);
  expect(within(line).getByRole("button", { name: "Vähennä määrää: Margareta" })).toBeEnabled();
  expect(within(line).getByText("2")).toBeVisible();
  expect(within(line).getByRole("button", { name: "Lisää määrää: Margareta" })).toBeEnabled();
  await userEvent.click(within(line).getByRole("link", { name: "Muokkaa: Margareta" }));
  expect(await screen.findByRole("dialog", { name: "Haetaan tuotetta" })).toBeInTheDocument();
  await userEvent.click(within(line).getByRole("button", { name: "Poista: Margareta" }));
  await vi.waitFor(() => expect(currentOrder().items).toEqual([]));
});

// spec: CA-07
test.each([
  [null, "Ovella noin 35 min kuluttua"],
  ["2100-11-25 19:45", "Torstaina 25.11. noin kello 19.45"],
])(
  "of a delivery for %s it stands when, how, from where and where to, with the way to change it",
  (preorderTime, when) => {
    open({ method: aDelivery({ preorderTime, restaurantName: "Ovelle Kallio" }) });
    const where = screen.getByRole("region", { name: "Toimitus" });
    const words = [...where.querySelectorAll("p")].map(({ textContent }) =>
      textContent?.replaceAll("\u00a0", " "),
    );
    expect(words).toEqual([when, "Kuljetus · Ovelle Kallio", "Liisankatu 12 B 7, 00170 Helsinki"]);
    const change = within(where).getByRole("link", { name: "Muokkaa toimitustapaa" });
    expect(change).toHaveTextContent("muokkaa");
    expect(change).toHaveAttribute("href", "/ostoskori#aloita-tilaus");
  },
);

// spec: PR-30, CC-04
test("the fee for ordering by phone is a line of its own for who pays it, and for nobody else", async () => {
  const fee = () => screen.queryByText("Puhelintilausmaksu")?.nextElementSibling?.textContent;
  open();
  expect(fee()).toBeUndefined();
  cleanup();
  const asked = open({ priced: { ...priced, phoneOrderFee: 0.99 }, hasPhoneOrderFee: true });
  expect(fee()).toBe("0,99\u00a0€");
  await act(() => dispatch({ type: "setPhoneOrderFee", wanted: null }));
  expect(fee()).toBeUndefined();
  const sent = asked.flatMap(({ call, body }) => (call === PRICE ? [body as CartBody] : []));
  expect(sent.map(({ hasPhoneOrderFee }) => hasPhoneOrderFee)).toEqual([null]);
});

test("while the price is pending nothing can be sent", () => {
  open({ isPriced: false });
  expect(screen.getByRole("button", { name: "Hinta päivittyy" })).toHaveAttribute("aria-disabled", "true");
});

// spec: CA-09, PY-11
test("a method that cannot be chosen stays, with the reason", async () => {
  open();
  expect(await screen.findByRole("radio", { name: "Edenred" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "Edenred" })).toHaveAccessibleDescription("Kirjaudu sisään");
  const group = screen.getByRole("group", { name: "Valitse maksutapa" });
  expect(within(group).getAllByRole("radio")).toHaveLength(3);
});

// spec: PY-07
test.each([
  ["scheme", null],
  ["onsite", "Maksat ravintolassa, kun noudat tai syöt. Käteinen ja kortti käyvät."],
  ["klarna", "Maksat 14 päivän kuluessa. Klarna kysyy henkilötunnuksesi."],
  ["edenred", "Maksat Edenred-saldollasi."],
])("who takes %s has it on the order, and reads what it means", async (id, words) => {
  const onsite = { ...card, id: "onsite", name: "Ravintolassa", group: "others" };
  const methods = [card, onsite, klarna, { ...edenred, disabled: false }];
  open({ paymentMethod: null }, { methods });
  const name = methods.find((method) => method.id === id)?.name ?? "";
  await userEvent.click(await screen.findByRole("radio", { name }));
  expect(currentOrder().paymentMethod).toBe(id);
  const said = () => screen.queryAllByText(/^Maksat /).map((text) => text.textContent);
  await vi.waitFor(() => expect(said()).toEqual(words ? [words] : []));
});

test("who pays later reads within how many days the server says", async () => {
  open({ paymentMethod: "klarna" });
  const days = "Maksat 14 päivän kuluessa. Klarna kysyy henkilötunnuksesi.";
  expect(await screen.findByText(days)).toBeVisible();
});

// spec: PY-04
test("of the banks those are offered whose sign is known", async () => {
  const banks = [
    { id: "op", name: "OP" },
    { id: "kukkaro", name: "Kukkaropankki" },
    { id: "alandsbanken", name: "Ålandsbanken" },
  ];
  const ebank = { ...card, id: "ebanking_FI", name: "Verkkopankki", group: "bank", issuers: banks };
  open({ paymentMethod: "ebanking_FI" }, { methods: [card, ebank] });
  const group = await screen.findByRole("group", { name: "Pankki" });
  const offered = within(group).getAllByRole("radio");
  expect(offered.map((radio) => radio.getAttribute("value"))).toEqual(["op", "alandsbanken"]);
  expect(within(group).getByRole("radio", { name: "Ålandsbanken" })).toBeEnabled();
  // Its name stands by itself, beside the sign.
  expect(within(group).getByText("Ålandsbanken")).toBeVisible();
});

// spec: CA-10, CA-13
test("without a restaurant one is asked for first", () => {
  open({ items: [], method: null });
  expect(screen.getByText("Ole hyvä ja valitse ensin ravintola!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Valitse toimitustapa ja ravintola" })).toBeVisible();
});

// spec: CA-12, CC-05
test.each(["a guest", "the call centre"])("the cart is emptied by %s once it was asked", async (who) => {
  open({}, { isCallCentre: who === "the call centre" });
  await userEvent.click(screen.getByRole("button", { name: "Tyhjennä ostoskori" }));
  expect(screen.getByText("Oletko varma, että haluat tyhjentää ostoskorisi?")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Tyhjennä" }));
  expect(await screen.findByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.")).toBeVisible();
});

// spec: PD-63
test("the address of a line that is no more opens nothing, and that is said", async () => {
  open({}, { at: "/ostoskori#productModal-gone" });
  const messages = () => currentProblems().map(({ message }) => message);
  await vi.waitFor(() => expect(messages()).toEqual(["Tuotetta ei löytynyt tilauksesta"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the code of a combo does not stand among those that somebody wrote", async () => {
  const [item] = order.items;
  const items = item ? [{ ...item, comboId: "x", comboCampaignCode: "kaverit" }] : [];
  open({ items, promotionCodes: ["kaverit", "kotiovelle"] });
  expect(await screen.findByRole("button", { name: "Poista koodi kotiovelle" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Poista koodi kaverit" })).toBeNull();
});
