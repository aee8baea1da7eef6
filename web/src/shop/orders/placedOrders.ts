/** The orders that this browser placed last, so that one finds them again. */
import { keptStore } from "../../lib/keptStore";

/** An order that was placed here. */
export interface PlacedOrderKey {
  orderId: string;
  orderKey: string;
  /** An instant. */
  placedAt: string;
  /** Whether it was seen to be over. */
  isOver?: boolean;
}

interface PlacedOrders {
  /** The newest first. */
  orders: readonly PlacedOrderKey[];
}

const NAME = "ovelle.placed-orders";
const KEPT = 10;
/** No order is under way for longer. */
const LONGEST_MS = 30 * 24 * 60 * 60_000;

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

/** An order is over: its link stays only where somebody has asked for that (docs/spec/people.md, "This browser"). */
export function placedIsOver(orderId: string, stays: boolean): void {
  const known = placedOrders().find((order) => order.orderId === orderId);
  if (known === undefined || (known.isOver === true && stays)) return;
  if (!stays) return forgetPlaced(orderId);
  useStore.setState(({ orders }) => ({
    orders: orders.map((order) => (order.orderId === orderId ? { ...order, isOver: true } : order)),
  }));
}

/** Forgets those that are over, and those of which nobody has heard for too long. */
export function forgetOver(now: number): void {
  const isKept = ({ isOver, placedAt }: PlacedOrderKey) =>
    isOver !== true && now - Date.parse(placedAt) < LONGEST_MS;
  if (placedOrders().every(isKept)) return;
  useStore.setState(({ orders }) => ({ orders: orders.filter(isKept) }));
}

/** Forgets all of them: somebody has left. */
export function forgetAllPlaced(): void {
  useStore.setState({ orders: [] });
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
