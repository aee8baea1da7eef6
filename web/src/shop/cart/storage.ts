/** Where the order is kept from visit to visit, and by which its tabs agree. */
import { readText, writeText } from "../../lib/textStorage";
import { NEW_ORDER, type Order, ORDER_VERSION } from "./order";

/** The one key under which the order is kept. */
export const ORDER_KEY = "ovelle.order";

/** What a kept text means. */
export type Kept = { type: "order"; order: Order } | { type: "nothing" } | { type: "foreign-version" };

/** Reads a kept text; one of another version is not ours to read (CA-18). */
export function readOrder(text: string | null): Kept {
  const value = parsed(text);
  if (value === null) return { type: "nothing" };
  if (value.version !== ORDER_VERSION) return { type: "foreign-version" };
  const isWhole =
    Array.isArray(value.items) && value.items.every(isLine) && Array.isArray(value.promotionCodes);
  if (!isWhole || typeof value.revision !== "number") return { type: "nothing" };
  return { type: "order", order: { ...NEW_ORDER, ...value, version: ORDER_VERSION } };
}

/** The order that is kept now; `null` where there is none of our version. */
export function keptOrder(): Order | null {
  const kept = readOrder(readText(ORDER_KEY));
  return kept.type === "order" ? kept.order : null;
}

/** Keeps an order. */
export function keepOrder(order: Order): void {
  writeText(ORDER_KEY, JSON.stringify(order));
}

/** What stands among the lines is from outside: it may be anything. */
function isLine(item: unknown): boolean {
  return typeof item === "object" && item !== null && "uuid" in item && "quantity" in item;
}

function parsed(text: string | null): (Partial<Omit<Order, "version">> & { version?: unknown }) | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
