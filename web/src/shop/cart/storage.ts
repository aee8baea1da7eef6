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
  const { keptAt: _keptAt, ...order } = value;
  return { type: "order", order: { ...NEW_ORDER, ...order, version: ORDER_VERSION } };
}

/** The order that is kept now; `null` where there is none of our version. */
export function keptOrder(): Order | null {
  const kept = readOrder(readText(ORDER_KEY));
  return kept.type === "order" ? kept.order : null;
}

/** Keeps an order, with the time, epoch ms. */
export function keepOrder(order: Order): void {
  writeText(ORDER_KEY, JSON.stringify({ ...order, keptAt: Date.now() }));
}

/** What is kept, and since when. */
export interface KeptBefore {
  /** `null` where there is none of our version. */
  order: Order | null;
  /** Epoch ms; `0` where nobody has written that down. */
  at: number;
}

/** The order as it is kept now. */
export function keptNow(): KeptBefore {
  const keptAt = parsed(readText(ORDER_KEY))?.keptAt;
  return { order: keptOrder(), at: typeof keptAt === "number" ? keptAt : 0 };
}

/** The same before this page has kept it again. */
export const KEPT_BEFORE = keptNow();

/** What stands among the lines is from outside: it may be anything. */
function isLine(item: unknown): boolean {
  return typeof item === "object" && item !== null && "uuid" in item && "quantity" in item;
}

type KeptText = Partial<Omit<Order, "version">> & { version?: unknown; keptAt?: unknown };

function parsed(text: string | null): KeptText | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
