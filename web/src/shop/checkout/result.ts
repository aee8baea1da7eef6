/** What became of a try to pay, as the server knows it; what the address says is not believed (CK-08). */
import type { OrderData } from "../../api/wire";
import { isUnderWay } from "../../live/rules";
import { ORDER_CANCELLED } from "./paymentStatus";

/** How a return from the provider ends (CK-10 to CK-12). */
export type Result =
  | { type: "received" }
  /** The provider has not said yet. */
  | { type: "pending" }
  | { type: "cancelled" }
  | { type: "failed"; message: string | null };

/** The provider's word for a person who turned back (ordering §8). */
const CANCELLED_BY_PERSON = 1041108;

/** Reads what the server says of the order. */
export function resultOf({ status, paymentStatus, errorCode, errorMessage }: OrderData): Result {
  if (isUnderWay(status)) return { type: "received" };
  if (errorCode === CANCELLED_BY_PERSON) return { type: "cancelled" };
  if (errorCode !== null) return { type: "failed", message: errorMessage };
  return paymentStatus === ORDER_CANCELLED ? { type: "failed", message: null } : { type: "pending" };
}

/** Which order the address speaks of (CK-13). */
export interface Returned {
  orderId: string;
  orderKey: string;
}

/** Reads the address of the return; `null` where it names no order. */
export function returnedIn(search: URLSearchParams): Returned | null {
  const orderId = search.get("orderid");
  const orderKey = search.get("order-key");
  return orderId && orderKey ? { orderId, orderKey } : null;
}
