/** How what is built gets into the cart, and what stands in its way. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal } from "../../api/testing/server";
import type { CrossSellOption } from "../../api/wire";
import { comeBack } from "../../shop/cart/cart";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { aMethod } from "../../shop/testing/orders";
import { aCategory, aDrink, aMenu } from "../testing/aProduct";
import { kitchenOf, productOf } from "./testing/menu";
import { addButton, open, press, priced, SHOP } from "./testing/open";

const JUICE = aDrink({ productId: "3708", name: "Lohjan omenamehu", slug: "lohjan-omenamehu" });
const DIP = aDrink({ productId: "3020", productCategoryId: "dip", name: "Aiolidippi", slug: "aiolidippi" });
const MENU = {
  [`GET ${SHOP}/menu?orderType=pickup`]: {
    status: 200,
    body: aMenu({ categories: [aCategory("drink", [JUICE]), aCategory("dip", [DIP])] }),
  },
};
const failed = {
  "POST /api/pricing/pricing/customer/cart": refusal(500, "service/error", "Jotain meni vikaan."),
};

beforeEach(() => {
  sessionStorage.clear();
  putOrder({ method: aMethod() });
  comeBack();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

test("without a restaurant the set-up opens first; who closes it unsaved has added nothing", async () => {
  putOrder({ method: null });
  const { router } = open("3022", {
    more: {
      "GET /api/commerce/v2/products/3022": { status: 200, body: productOf("3022") },
      "GET /api/commerce/v2/shops/summaries": {
        status: 200,
        body: [{ restaurantId: "12", hasWebsale: true }],
      },
      [`GET ${SHOP}/ingredients?sizeId=${productOf("3022").sizeId}`]: { status: 200, body: kitchenOf("301") },
    },
  });
  await userEvent.click(await addButton());
  expect(router.state.location.hash).toBe("#aloita-tilaus");
  await act(() => router.navigate(-1));
  expect(router.state.location.hash).toBe("");
  expect(await addButton()).toHaveAttribute("aria-disabled", "false");
  await userEvent.click(await addButton());
  act(() => putOrder({ method: aMethod() }));
  expect(currentOrder().items).toEqual([]);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(currentOrder().items).toMatchObject([{ productId: "3022", quantity: 1 }]));
});

test("the dip of a pizza comes after it, as a product of its own", async () => {
  open("3001", { more: MENU });
  await addButton();
  await screen.findByText("Lohjan omenamehu");
  await press("Lisää: Aiolidippi");
  await userEvent.click(await addButton());
  await waitFor(() => expect(currentOrder().items).toHaveLength(2));
  expect(currentOrder().items).toMatchObject([
    { productId: "3001", ingredients: null },
    { productId: "3020", addedFrom: "dip-upsell", quantity: 1 },
  ]);
});

test("a price of what was chosen before is dimmed from the press on, until the server has said another", async () => {
  open("3002");
  const add = await addButton();
  await waitFor(() => expect(add).not.toHaveAttribute("data-pending"));
  fireEvent.click(screen.getByRole("button", { name: "Poista: Ananas" }));
  expect(add).toHaveAttribute("data-pending");
  await waitFor(() => expect(add).not.toHaveAttribute("data-pending"));
});

test("what one costs without a benefit is said of one, and not of several", async () => {
  const { status, body } = priced(14.9);
  open("3002", { price: { status, body: { ...(body as object), discountedPrice: 12.9 } } });
  await addButton();
  expect(screen.getByText(/^Ilman etua/)).toHaveTextContent("Ilman etua 14,90 €");
  await press("Lisää kappale");
  expect(screen.queryByText(/^Ilman etua/)).toBeNull();
});

test("what is sold at another time says when", async () => {
  const change = { isAvailableNow: false, availableForSaleFrom: "10:30", availableForSaleUntil: "14:00" };
  open("3002", { change });
  expect(await screen.findByRole("button", { name: "Ei saatavilla" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(screen.getByText("Myynnissä kello 10.30–14.00.")).toBeVisible();
});

test("a dough that ran out is said where another is chosen", async () => {
  open("3002", { kitchen: (row) => (row.id === "1201" ? { ...row, isOutOfStock: true } : row) });
  const said = "Ohut pizzapohja on loppunut ravintolasta. Vaihda tai poista se.";
  const add = await addButton();
  expect(screen.queryByText(said)).toBeNull();
  await userEvent.click(add);
  expect(screen.getByLabelText("Pizzapohja")).toHaveAccessibleDescription(said);
  expect(screen.getByLabelText("Pizzapohja")).toHaveFocus();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "center" });
});

test("each press is read out: a topping with how many there are, a sauce by itself", async () => {
  open("3900");
  await addButton();
  await press("Lisää: Pepperoni");
  expect(screen.getByText("Pepperoni: 1. Täytteitä 1/20.")).toBeInTheDocument();
  expect(screen.getByText("1 täyte, enintään 20")).toBeInTheDocument();
  await userEvent.type(screen.getByRole("searchbox"), "aioli");
  await press("Lisää: Aioli");
  expect(screen.getByText("Aioli: 1.")).toBeInTheDocument();
});

test("a dialog is named by its product, and a drink has no toppings", async () => {
  open("3022", { layout: "dialog" });
  expect(screen.getByRole("dialog", { name: "Haetaan tuotetta" })).toBeInTheDocument();
  await addButton();
  expect(screen.getByRole("dialog", { name: productOf("3022").name })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Täytteet" })).toBeNull();
  expect(screen.getByRole("link", { name: "Tuotetiedot" })).toBeInTheDocument();
});

test("the editors' words are asked for beside the product, and not after it", async () => {
  const { asked } = open("3002", {
    more: { [`GET ${SHOP}/products/3002?orderType=pickup`]: refusal(404, "product/not-found", "Ei ole.") },
  });
  expect(await screen.findByText("Tuotetta ei löydy tästä ravintolasta.")).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain("GET /api/cms/stories/product-page/productPage");
});

describe("what the chef recommends", () => {
  const recommended = () => within(screen.getByRole("region", { name: "Suosittelemme" }));
  const add = () => recommended().getByRole("button", { name: "Lisää tilaukseen: Lohjan omenamehu" });

  test("stands with its price, and says how far it is with being added", async () => {
    open("3001", { more: MENU });
    await addButton();
    await screen.findByText("Lohjan omenamehu");
    expect(recommended().getByText(/2,90/).closest("p")).toHaveTextContent("Lohjan omenamehu 2,90 €");
    expect(add()).toHaveAttribute("aria-disabled", "false");
    expect(add()).toHaveTextContent("Lisää");
    fireEvent.click(add());
    expect(add()).toHaveTextContent("Lisätään");
    expect(add()).toHaveAttribute("aria-disabled", "true");
    expect(await screen.findByText("Lohjan omenamehu: Lisätty")).toHaveAttribute("role", "status");
    expect(add()).toHaveTextContent(/^Lisätty$/);
  });

  test("can be added again where that failed", async () => {
    open("3001", { more: { ...MENU, ...failed } });
    await addButton();
    await screen.findByText("Lohjan omenamehu");
    fireEvent.click(add());
    expect(add()).toHaveAttribute("aria-disabled", "true");
    await waitFor(() => expect(add()).toHaveAttribute("aria-disabled", "false"));
    expect(add()).toHaveTextContent(/^Lisää$/);
    expect(currentOrder().items).toEqual([]);
  });

  test("is told of in a modal; what a campaign adds is not", async () => {
    const benefit: CrossSellOption = {
      campaignId: "c1",
      campaignName: "Juoma edulla",
      amount: 2.9,
      applicableToSizes: ["301"],
      applicableProducts: ["3708"],
      defaultProductId: "3708",
      remaining: 1,
      requiresRegisteredUser: false,
    };
    open("3022", { more: MENU, price: priced(12.9, [benefit]) });
    await addButton();
    await screen.findByText("Juoma edulla");
    expect(recommended().queryByRole("link", { name: "Lohjan omenamehu" })).toBeNull();
    expect(recommended().getByText("Lohjan omenamehu")).toBeVisible();
  });
});
