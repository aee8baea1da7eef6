/** What stays in the cart of what was ordered. Pure. */
import type { PlaceOrderBody } from "../../api/wire";
import { haveSameDoses } from "../cart/doses";
import type { OrderItem } from "../cart/order";

/** A line as it was sent. */
export type SentLine = Pick<
  PlaceOrderBody["orderItems"][number],
  "uuid" | "productId" | "sizeId" | "quantity" | "ingredients"
>;

/**
 * How many of a line are left once what was sent is received: what was added to it since stays, and so does what was changed
 * into something else, since that was not ordered.
 */
export function leftOver(item: OrderItem, sent: readonly SentLine[]): number {
  const line = sent.find(({ uuid }) => uuid === item.uuid);
  if (!line || !isSameThing(item, line)) return item.quantity;
  return Math.max(0, item.quantity - line.quantity);
}

function isSameThing(item: OrderItem, { productId, sizeId, ingredients = null }: SentLine): boolean {
  return (
    item.productId === productId &&
    item.sizeId === sizeId &&
    haveSameDoses(item, { ingredients: ingredients?.map(dose) ?? null }, undefined)
  );
}

function dose({ ingredientId, quantity }: { ingredientId: string; quantity: number }) {
  return { ingredientId, quantity };
}
