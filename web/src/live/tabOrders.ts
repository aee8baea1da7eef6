import { onTab } from "./tab";
import { asStaff, withKey } from "./topics/order/access";
import { orderTopic } from "./topics/order/topic";
import type { Watch } from "./topics/order/watch";

const orders = onTab(orderTopic);

/** Watches an order with its key, on the tab's line. */
export function watchOrder(orderId: string, orderKey: string): Watch {
  return orders(withKey(orderId, orderKey));
}

/** Watches an order as a signed-in member of the staff, on the tab's line. */
export function watchOrderAsStaff(orderId: string): Watch {
  return orders(asStaff(orderId));
}
