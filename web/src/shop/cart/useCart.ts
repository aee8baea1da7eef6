/** The cart, as pages see it. */
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { canBePriced } from "./body";
import { cartStore } from "./cart";
import type { Order } from "./order";

export { CartActionError, dispatch } from "./cart";

/** A part of the order, as it will be when all that was asked for is done. What is selected may be made anew each time. */
export function useOrder<T>(select: (order: Order) => T): T {
  return useStore(
    cartStore,
    useShallow(({ order }) => select(order)),
  );
}

/** The order now, outside React. */
export function currentOrder(): Order {
  return cartStore.getState().order;
}

/** Whether something that a person asked for is still under way. */
export function useCartBusy(): boolean {
  return useStore(cartStore, ({ isBusy }) => isBusy);
}

/** How much is in the cart, and what it costs without delivery (CA-74). */
export interface CartTotals {
  count: number;
  /** In euros, as the server said it; `null` while it has not. */
  total: number | null;
  /** Whether `total` is of the cart before its last change. */
  isPending: boolean;
}

/** The figures of the cart's button. */
export function useCartTotals(): CartTotals {
  return useOrder(totalsOf);
}

/** The figures of an order. */
export function totalsOf(order: Order): CartTotals {
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return { count, total: 0, isPending: false };
  const total = order.priced?.pricingDetails.lineItemsTotal ?? null;
  return { count, total, isPending: !order.isPriced && canBePriced(order) };
}
