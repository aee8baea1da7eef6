import { forgetProblems } from "../errors/problems";
import { hearStorage } from "../cart/cart";
import { currentOrder } from "../cart/useCart";
import { NEW_ORDER, type Order } from "../cart/order";
import { keepOrder, ORDER_KEY } from "../cart/storage";

/** Puts an order into the cart of this tab, as if another tab had: for tests of pages. No problem is told any more. */
export function putOrder(parts: Partial<Order> = {}): void {
  const order = { ...NEW_ORDER, ...parts, revision: currentOrder().revision + 1 };
  keepOrder(order);
  hearStorage({ key: ORDER_KEY, newValue: JSON.stringify(order) });
  forgetProblems();
}
