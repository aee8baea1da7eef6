/** By which right an order is watched: with the key of its link, or as a member of the staff. */
import { type ApiCall, get, pick } from "../../../api/request";
import type { CarPosition, OrderTracking } from "../../../api/wire";

/** How one order is asked for, whatever the mode of delivery. */
export interface OrderAccess {
  readonly orderId: string;
  /** Watches of the same name are the same watch. */
  readonly name: string;
  /** Its key; `null` for the staff, who need a fresh token for each subscription. */
  readonly orderKey: string | null;
  /** How it is polled. */
  readonly poll: ApiCall<OrderTracking>;
  /** How its car is asked for; `null` where nobody tells. */
  readonly pollCar: ApiCall<CarPosition> | null;
}

/** The way of who holds the order's link. */
export function withKey(orderId: string, orderKey: string): OrderAccess {
  const path = { orderId, orderKey };
  return {
    orderId,
    name: JSON.stringify([orderId, orderKey]),
    orderKey,
    poll: get("/api/commerce/v2/order-tracking/{orderId}/{orderKey}", { path }),
    pollCar: get("/api/commerce/order-tracking/{orderId}/{orderKey}/car-location", { path }),
  };
}

/** The way of the staff; the browser's cookie says who it is. */
export function asStaff(orderId: string): OrderAccess {
  return {
    orderId,
    name: JSON.stringify([orderId]),
    orderKey: null,
    poll: pick(get("/api/staff/orders/{orderId}", { path: { orderId } }), ({ order }) => order),
    pollCar: null,
  };
}
