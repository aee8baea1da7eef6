import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import type { CrossSellOption, IngredientRow, PricedCartItem, ProductView, User } from "../../../api/wire";
import { knowing } from "../../../session/testing/people";
import { type EditorMode, ProductEditor } from "../ProductEditor";
import { kitchenOf, productOf } from "./menu";

/** Where the restaurant of the tests answers. */
export const SHOP = "/api/commerce/v2/shops/12";
const ADD: EditorMode = { kind: "add", addedFrom: "menu" };

/** What the server says that an item costs. */
export function priced(price: number | null, crossSell: CrossSellOption[] = []): Answer {
  const body: PricedCartItem = {
    price,
    discountedPrice: price,
    crossSellOptionDetails: crossSell,
    validationResult: { isValid: true, messages: [] },
  };
  return { status: 200, body };
}

interface Opened {
  mode?: EditorMode;
  layout?: "page" | "dialog";
  /** The address that it is opened at. */
  at?: string;
  change?: Partial<ProductView>;
  /** Doses of a shared link. */
  shared?: string;
  /** Changes what the kitchen has. */
  kitchen?: (row: IngredientRow) => IngredientRow;
  price?: Answer;
  more?: Record<string, Answer>;
  /** Who is signed in. */
  user?: User | null;
}

/** Opens a product of the demo chain in a restaurant that has it in every size. */
export function open(productId: string, opened: Opened = {}) {
  const { mode = ADD, layout = "page", at: address = "/menu/x", change = {}, price = priced(12.9) } = opened;
  const { kitchen = (row: IngredientRow) => row, more = {}, shared, user = null } = opened;
  const sizes = productOf(productId).productSizes.map(({ productSizeID }) => productSizeID);
  const at = `${SHOP}/products/${productId}?orderType=pickup`;
  const product = (sizeId?: string) => {
    const view = productOf(productId, sizeId);
    const ingredients = view.ingredients.map(kitchen);
    const ingredientSlots = view.ingredientSlots.map((slot) => {
      const kept = ingredients.find(({ id }) => id === slot.default?.id);
      const options = slot.options.map(kitchen);
      return kept ? { ...slot, options, default: { ...slot.default, ...kept } } : { ...slot, options };
    });
    return { status: 200, body: { ...view, ingredients, ingredientSlots, ...change } };
  };
  const answers: Record<string, Answer> = { [`GET ${at}`]: product() };
  if (shared !== undefined) answers[`GET ${at}&ingredients=${encodeURIComponent(shared)}`] = product();
  for (const size of sizes) {
    answers[`GET ${at}&sizeId=${size}`] = product(size);
    answers[`GET ${SHOP}/ingredients?orderType=pickup&sizeId=${size}`] = {
      status: 200,
      body: kitchenOf(size).map(kitchen),
    };
  }
  const asked = serve({ ...answers, "POST /api/pricing/pricing/cart-item": price, ...more });
  const onClose = vi.fn<() => void>();
  const editor = (
    <ProductEditor slugOrId={productId} shared={shared} mode={mode} onClose={onClose} layout={layout} />
  );
  const router = createMemoryRouter([{ path: "*", element: editor }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, onClose, router };
}

/** Presses the first button of a name. */
export function press(name: string | RegExp): Promise<void> {
  return userEvent.click(screen.getAllByRole("button", { name })[0] ?? document.body);
}

/** The button that adds, once it has the price. */
export function addButton(): Promise<HTMLElement> {
  return screen.findByRole("button", { name: /Lisää tilaukseen 12,90/ });
}
