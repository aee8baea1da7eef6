/** The orders that this browser placed last, so that one finds them again. */
import { keptStore } from "../../lib/keptStore";

/** An order that was placed here. */
export interface PlacedOrderKey {
  orderId: string;
  orderKey: string;
  /** An instant. */
  placedAt: string;
}

interface PlacedOrders {
  /** The newest first. */
  orders: readonly PlacedOrderKey[];
}

const NAME = "ovelle.placed-orders";
const KEPT = 10;

const useStore = keptStore<PlacedOrders>(
  NAME,
  { orders: [] },
  {
    read: (text) => ({ orders: read(text) }),
    write: ({ orders }) => (orders.length > 0 ? JSON.stringify(orders) : null),
  },
);

window.addEventListener("storage", ({ key }) => {
  if (key === NAME) useStore.reread();
});

/** The orders that were placed here, newest first. */
export function usePlacedOrders(): readonly PlacedOrderKey[] {
  return useStore(({ orders }) => orders);
}

/** The orders that were placed here, outside React. */
export function placedOrders(): readonly PlacedOrderKey[] {
  return useStore.getState().orders;
}

/** Remembers an order that has been placed. */
export function rememberPlaced(order: PlacedOrderKey): void {
  // Another tab may have placed one just now.
  useStore.reread();
  useStore.setState(({ orders }) => ({
    orders: [order, ...orders.filter(({ orderId }) => orderId !== order.orderId)].slice(0, KEPT),
  }));
}

/** Forgets an order, as when it was cancelled before it was paid. */
export function forgetPlaced(orderId: string): void {
  useStore.setState(({ orders }) => ({ orders: orders.filter((order) => order.orderId !== orderId) }));
}

function read(text: string): PlacedOrderKey[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isPlaced).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isPlaced(value: Partial<PlacedOrderKey> | null): value is PlacedOrderKey {
  const texts = [value?.orderId, value?.orderKey, value?.placedAt];
  return texts.every((text) => typeof text === "string");
}
