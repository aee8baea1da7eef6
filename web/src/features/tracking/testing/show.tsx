/** Shows the tracking page as a person would find it, with everything around it real. */
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import type {
  OrderData,
  OrderTracking,
  TrackingIngredient,
  TrackingItem,
  WeekHours,
} from "../../../api/wire";
import { anOrder, EPOCH } from "../../../live/testing/orders";
import { NOTHING_YET, type OrderState, type WatchState } from "../../../live/live";
import type { SendFeedback } from "../../../order-status/feedback/FeedbackForm";
import { TrackingView } from "../TrackingView";

const WEEKDAY = { start: "10:30", end: "22:00" };
const WEEKEND = { start: "10:30", end: "02:00" };

/** Monday to Thursday alike, Friday and Saturday to two in the night, closed on Sunday. */
export const WEEK: WeekHours = {
  mon: WEEKDAY,
  tue: WEEKDAY,
  wed: WEEKDAY,
  thu: WEEKDAY,
  fri: WEEKEND,
  sat: WEEKEND,
  sun: null,
};

/** A pizza as it is in the recipe, changed as given. */
export function anItem(change: Partial<TrackingItem> = {}): TrackingItem {
  return {
    uuid: change.uuid ?? change.name ?? "1",
    name: "Pepperoni",
    productId: "3001",
    sizeId: "102",
    sizeName: "Large",
    productCategoryId: "pizza",
    categoryName: "Pizzat",
    quantity: 1,
    itemPrice: 17.9,
    discountedPrice: null,
    description: null,
    appliedCampaigns: {},
    ingredients: [],
    ...change,
  };
}

/** An ingredient, by default one portion as in the recipe. */
export function anIngredient(change: Partial<TrackingIngredient> = {}): TrackingIngredient {
  return {
    ingredientID: null,
    name: "Pepperoni",
    quantity: 1,
    recipeQuantity: 1,
    displayOrder: 1,
    categoryId: "toppings",
    ...change,
  };
}

/** What the live client knows of an order. */
export function known(order: OrderTracking, change: Partial<WatchState> = {}): WatchState {
  const full: OrderState = {
    ...order,
    restaurant: { ...order.restaurant, openingHours: WEEK },
    orderItems: order.orderItems.length > 0 ? order.orderItems : [anItem()],
    car: null,
  };
  return { ...NOTHING_YET, mode: "live", order: full, trueAt: EPOCH, ...change };
}

/** What the live client knows where there is no order. */
export function unknown(change: Partial<WatchState>): WatchState {
  return { ...NOTHING_YET, ...change };
}

/** Shows the page, `minutes` after the order was placed, with what the checkout knows of it. */
export function show(
  state: WatchState = known(anOrder()),
  minutes = 5,
  sendFeedback = vi.fn<SendFeedback>(),
  data: OrderData | null = null,
) {
  const asks = { onRetry: vi.fn<() => void>(), onReload: vi.fn<() => void>(), sendFeedback };
  const page = (at: WatchState, after: number) => (
    <MemoryRouter>
      <main>
        <TrackingView orderId="10234" state={at} data={data} now={EPOCH + after * 60_000} {...asks} />
      </main>
    </MemoryRouter>
  );
  const { rerender } = render(page(state, minutes));
  return { ...asks, again: (next: WatchState, after = minutes) => rerender(page(next, after)) };
}
