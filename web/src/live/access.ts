/** By which right an order is watched. */
import type { OrderTracking } from "../api/wire";

/** How one order is asked for, on every road. */
export interface OrderAccess {
  readonly orderId: string;
  /** Watches of the same name are the same watch. */
  readonly name: string;
  /** Its key. */
  readonly orderKey: string;
  /** Where it is polled. */
  readonly path: string;
  /** Where its car is asked for; `null` where nobody tells. */
  readonly carPath: string | null;
  /** The order in what `path` answers. */
  orderIn(body: unknown): OrderTracking;
}

/** The way of who holds the order's link. */
export function withKey(orderId: string, orderKey: string): OrderAccess {
  const order = `${encodeURIComponent(orderId)}/${encodeURIComponent(orderKey)}`;
  return {
    orderId,
    name: JSON.stringify([orderId, orderKey]),
    orderKey,
    path: `/api/commerce/v2/order-tracking/${order}`,
    carPath: `/api/commerce/order-tracking/${order}/car-location`,
    orderIn: (body) => body as OrderTracking,
  };
}
