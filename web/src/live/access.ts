/** By which right an order is watched: with the key of its link, or as a member of the staff. */
import type { OrderTracking, StaffOrder } from "../api/wire";

/** How one order is asked for, on every road. */
export interface OrderAccess {
  readonly orderId: string;
  /** Watches of the same name are the same watch. */
  readonly name: string;
  /** Its key; `null` for the staff, who need a fresh token for each subscription. */
  readonly orderKey: string | null;
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

/** The way of the staff; the browser's cookie says who it is. */
export function asStaff(orderId: string): OrderAccess {
  return {
    orderId,
    name: JSON.stringify([orderId]),
    orderKey: null,
    path: `/api/staff/orders/${encodeURIComponent(orderId)}`,
    carPath: null,
    orderIn: (body) => (body as StaffOrder).order,
  };
}
