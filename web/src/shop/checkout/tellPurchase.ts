/** A purchase is told of once an order is received, or its payment is under way (CK-10). */
import { track } from "../../analytics/track";
import type { Purchase } from "../../analytics/events";
import { itemsOf } from "../cart/tell";
import type { Attempt } from "./attempt";
import { linesIn, sumIn } from "./wanted";

/** What the attempt bought, where it is of this order; else the order's number and sum alone. */
export function purchaseOf(attempt: Attempt | null, orderId: string, sum: number | null): Purchase {
  const sent = attempt?.order?.orderId === orderId ? attempt.bodies.at(-1) : undefined;
  if (sent === undefined) return { orderId, value: sum ?? 0, items: [] };
  return { orderId, value: sum ?? sumIn(sent), items: itemsOf(linesIn(sent)) };
}

/** Tells of it; once per order is the data layer's own care. */
export function tellPurchase(purchase: Purchase): void {
  track({ event: "purchase", ...purchase });
}
