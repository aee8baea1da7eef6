import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import type { ComboView, MenuListing } from "../../api/wire";
import type { CartAction } from "../../shop/cart/action";
import { putOrder } from "../../shop/testing/cart";
import { aMethod, orderItem } from "../../shop/testing/orders";
import { reload } from "../../testing/reload";
import { aCategory, aDrink, aMenu, aProduct } from "../testing/aProduct";
import { kitchenOf, productOf } from "../editor/testing/menu";
import { type ComboMode, ComboEditor } from "./ComboEditor";
import type { ComboPhase } from "./ComboFoot";
import { firstChoices, slotsOf } from "./choices";

const PRICE = "POST /api/pricing/pricing/combo";
const margareta = aProduct({ productId: "3001", name: "Margareta", slug: "margareta" });
const MENU = aMenu({
  categories: [aCategory("pizza", [margareta, aProduct()]), aCategory("drink", [aDrink()])],
});

function aCombo(change: Partial<ComboView> = {}): ComboView {
  return {
    campaignId: "pari",
    name: "Pizza ja juoma",
    description: "Kahdestaan.",
    campaignSlug: "pizza-ja-juoma",
    campaignImageUrl: null,
    campaignThumbnailUrl: null,
    promotionCode: "pari",
    comboPrice: 13.9,
    start: null,
    end: null,
    isActiveDuringLunch: true,
    requireLogin: false,
    campaignTimeOfDayConditions: [],
    comboCampaignOptions: [
      { uuid: "1", products: ["3001", "3003"], productSizes: ["101"], defaultProductId: "3001" },
      { uuid: "2", products: ["3024"], productSizes: ["301"], defaultProductId: "3024" },
    ],
    availability: { result: "OK", messageCode: null, message: null },
    ...change,
  };
}

interface Shown {
  combo?: ComboView;
  menu?: MenuListing;
  soldOut?: string[];
  mode?: ComboMode;
  phase?: ComboPhase;
}

function show(shown: Shown = {}) {
  const { combo = aCombo(), menu = MENU, soldOut = [], mode = { kind: "add", addedFrom: "combo" } } = shown;
  const { phase = "choosing" } = shown;
  const onPut = vi.fn<(action: CartAction) => void>();
  const onLeave = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ComboEditor
          combo={combo}
          menu={menu}
          soldOutIds={new Set(soldOut)}
          mode={mode}
          phase={phase}
          onPut={onPut}
          onLeave={onLeave}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { onPut, onLeave };
}

beforeEach(() => {
  sessionStorage.clear();
  putOrder({ method: aMethod() });
  serve({
    [PRICE]: {
      status: 200,
      body: { lineItemsTotal: 13.9, grandTotal: 13.9, validationResult: { isValid: true, messages: [] } },
    },
  });
});

// spec: CM-03, CM-17
test("a combo begins with its defaults, and goes into the cart as one action", async () => {
  const { onPut } = show();
  await userEvent.click(await screen.findByRole("button", { name: /Lisää tilaukseen 13,90\s€/ }));
  const action = onPut.mock.calls[0]?.[0];
  expect(action).toMatchObject({ type: "addCombo", code: "pari" });
  expect(
    action?.type === "addCombo" && action.items.map(({ productId, sizeId }) => [productId, sizeId]),
  ).toEqual([
    ["3001", "101"],
    ["3024", "301"],
  ]);
});

// spec: CM-20
test("the server says what the chosen things cost together", async () => {
  serve({
    [PRICE]: {
      status: 200,
      body: { lineItemsTotal: 15.3, grandTotal: 15.3, validationResult: { isValid: true, messages: [] } },
    },
  });
  show();
  expect(await screen.findByRole("button", { name: /Lisää tilaukseen 15,30\s€/ })).toBeVisible();
});

test("a slot opens in place, and what is chosen takes its place", async () => {
  const { onPut } = show();
  await userEvent.click(screen.getByRole("button", { name: "Vaihda: Margareta" }));
  const list = screen.getByRole("list", { name: "Vaihtoehdot: Margareta" });
  expect(within(list).getByRole("button", { name: /Margareta/ })).toHaveFocus();
  // Whatever is taken costs what the combo does.
  expect(list).not.toHaveTextContent("€");
  expect(screen.getByText("Kaikki vaihtoehdot kuuluvat tarjouksen hintaan.")).toBeVisible();
  await userEvent.click(within(list).getByRole("button", { name: /Saunavuoro/ }));
  expect(screen.getByRole("button", { name: "Vaihda: Saunavuoro" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: /Lisää tilaukseen/ }));
  const action = onPut.mock.calls[0]?.[0];
  expect(action?.type === "addCombo" && action.items[0]?.productId).toBe("3003");
});

test("a page that is loaded anew has what was chosen, without what is no more; another combo has its own", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Vaihda: Margareta" }));
  await userEvent.click(screen.getByRole("button", { name: /Saunavuoro/ }));
  reload();
  show();
  expect(screen.getByRole("button", { name: "Vaihda: Saunavuoro" })).toBeVisible();
  reload();
  show({ combo: aCombo({ campaignSlug: "toinen" }) });
  expect(screen.getByRole("button", { name: "Vaihda: Margareta" })).toBeVisible();
  reload();
  const drink = aCategory("drink", [aDrink()]);
  const { onPut } = show({ menu: aMenu({ categories: [aCategory("pizza", [margareta]), drink] }) });
  await userEvent.click(screen.getByRole("button", { name: /Lisää tilaukseen/ }));
  expect(screen.getByText("Valitse tuote")).toBeVisible();
  expect(onPut).not.toHaveBeenCalled();
});

// spec: CM-18
test("with a slot that lacks a choice nothing is added; it says so, and gets the focus", async () => {
  const { onPut } = show({ soldOut: ["3001"] });
  expect(screen.queryByText("Valitse tuote")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Lisää tilaukseen/ }));
  expect(onPut).not.toHaveBeenCalled();
  expect(screen.getByText("Valitse tuote")).toBeVisible();
  expect(screen.getByRole("button", { name: "Vaihda: Valinta 1/2" })).toHaveFocus();
});

/** What the server says of a combo that cannot be had now, and where one goes from there. */
async function expectBarred(result: ComboView["availability"]["result"], message: string) {
  const { onLeave } = show({ combo: aCombo({ availability: { result, messageCode: null, message } }) });
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Lisää tilaukseen/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Takaisin ostoksille" }));
  expect(onLeave).toHaveBeenCalledOnce();
}

// spec: CM-12, CM-13, CM-14, CM-15, CM-19
test.each([
  ["NOT_ACTIVE", "Tarjous ei ole enää voimassa."],
  ["NOT_VALID_DURING_LUNCH", "Tarjous on voimassa arkisin vain klo 14 jälkeen."],
  ["NOT_VALID_AT_THE_TIME", "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista."],
] as const)("%s stands where the button was, with the way back", expectBarred);

// spec: CM-19, CM-25
test.each([["NOT_VALID_NOT_LOGGED_IN", "Liity Kotijoukkoihin tai kirjaudu sisään."]] as const)(
  "a combo for those who are signed in tells a guest so, and adds nothing: %s",
  expectBarred,
);

test("the conditions that a refusal points to stand there", () => {
  const message = "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.";
  show({
    combo: aCombo({
      availability: { result: "NOT_VALID_AT_THE_TIME", messageCode: null, message },
      campaignTimeOfDayConditions: [{ daysOfWeek: 31, startTime: "10:30", endTime: "14:00" }],
    }),
  });
  expect(screen.getByText("Kampanjan ehdot").parentElement).toHaveTextContent("Voimassa ma–pe 10.30–14.00.");
});

test("a combo of the cart comes back as it is there, and takes its own place", async () => {
  const items = [
    orderItem({ uuid: "b", productId: "3024", sizeId: "301", comboId: "x" }),
    orderItem({ uuid: "a", productId: "3003", sizeId: "101", comboId: "x" }),
  ];
  const { onPut } = show({ mode: { kind: "edit", comboId: "x", items } });
  await userEvent.click(await screen.findByRole("button", { name: /Tallenna muutokset 13,90\s€/ }));
  expect(onPut.mock.calls[0]?.[0]).toMatchObject({ type: "replaceCombo", comboId: "x" });
});

test("of a combo in the cart of which one thing is no more, what is left keeps its slot", async () => {
  const items = [orderItem({ uuid: "b", productId: "3024", sizeId: "301", comboId: "x" })];
  show({ mode: { kind: "edit", comboId: "x", items } });
  expect(screen.getByRole("button", { name: "Vaihda: Lähdevesi" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Vaihda: Valinta 1/2" })).toBeVisible();
});

test("a combo shows what is chosen, by name and picture, and what is told of it", () => {
  const withPicture = { ...margareta, imagepath: "/tuotteet/margareta.svg" };
  const pictured = aMenu({ categories: [aCategory("pizza", [withPicture]), aCategory("drink", [aDrink()])] });
  show({ menu: pictured });
  const pictures = [...document.querySelectorAll('img[src="/tuotteet/margareta.svg"]')];
  expect(pictures.map((one) => one.getAttribute("width"))).toEqual(["200", "56"]);
  expect(screen.getByText("Margareta").closest("li")).toHaveTextContent("Normaali");
  expect(screen.getByText("Kahdestaan.")).toBeVisible();
});

test("of a combo of which nothing is told there is nothing to read", () => {
  show({ combo: aCombo({ description: null }) });
  expect(document.querySelectorAll("p:empty")).toHaveLength(1);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test.each([
  ["sending", "Lisätään tilaukseen...", ""],
  ["done", "Lisätty tilaukseen", ""],
  ["failed", "Lisää tilaukseen 13,90 €", "Tuotteen lisääminen epäonnistui"],
] as const)("while it is %s, a combo says so", (phase, words, failure) => {
  show({ phase });
  expect(screen.getByRole("button", { name: words.replace(" €", "\u00a0€") })).toBeVisible();
  expect(screen.getByRole("alert").textContent).toBe(failure);
});

test("what is on an item is changed in place, is in the cart so, and is there when it is opened again", async () => {
  const shop = "GET /api/commerce/v2/shops/12";
  const priced = {
    lineItemsTotal: 15.3,
    grandTotal: 15.3,
    validationResult: { isValid: true, messages: [] },
  };
  serve({
    [PRICE]: { status: 200, body: priced },
    [`${shop}/products/3001?orderType=pickup&sizeId=101`]: { status: 200, body: productOf("3001") },
    [`${shop}/ingredients?orderType=pickup&sizeId=101`]: { status: 200, body: kitchenOf("101") },
  });
  const { onPut } = show();
  const toppings = () => userEvent.click(screen.getByRole("button", { name: "Täytteet: Margareta" }));
  await toppings();
  const more = within(await screen.findByRole("group", { name: "Lisää täytteitä" }));
  await userEvent.click(more.getByText("Lihat"));
  await userEvent.click(more.getByRole("button", { name: "Lisää: Pepperoni" }));
  expect(screen.getByText("Normaali, omilla täytteillä")).toBeVisible();
  await toppings();
  expect(screen.queryByRole("group", { name: "Lisää täytteitä" })).toBeNull();
  await toppings();
  expect(await screen.findByRole("button", { name: "Poista: Pepperoni" })).toHaveAttribute(
    "aria-disabled",
    "false",
  );
  await userEvent.click(screen.getByRole("button", { name: /Lisää tilaukseen/ }));
  const action = onPut.mock.calls[0]?.[0];
  const [pizza, drink] = action?.type === "addCombo" ? action.items : [];
  expect(pizza?.ingredients).toContainEqual(expect.objectContaining({ ingredientId: "1302", quantity: 1 }));
  expect(drink?.ingredients).toBeNull();
});

test.each([
  ["the product ran out", { isOutOfStock: true }, []],
  [
    "its size ran out",
    { productSizes: margareta.productSizes.map((size) => ({ ...size, isOutOfStock: true })) },
    [],
  ],
  ["it is sold at another time", { isAvailableNow: false }, []],
  ["it has just run out", {}, ["3001"]],
])("a default is not chosen where %s", (_, change, soldOut) => {
  const menu = aMenu({
    categories: [aCategory("pizza", [{ ...margareta, ...change }]), aCategory("drink", [aDrink()])],
  });
  const slots = slotsOf(aCombo(), menu, new Set(soldOut));
  expect(slots[0]?.options.map(({ isSoldOut }) => isSoldOut)).toEqual([true]);
  expect(firstChoices(slots)).toEqual({ "2": { productId: "3024", ingredients: null } });
});

test("a slot offers what the menu has in the slot's size, and no more", () => {
  const family = aProduct({ productId: "3003", productSizes: aProduct().productSizes.slice(1) });
  const menu = aMenu({ categories: [aCategory("pizza", [margareta, family])] });
  const offered = slotsOf(aCombo(), menu, new Set()).map(({ options }) =>
    options.map(({ product }) => product.productId),
  );
  expect(offered).toEqual([["3001"], []]);
});
