/** What the data layer is told of what is done to the cart (docs/spec/people.md, "Data layer"). */
import { track } from "../../analytics/track";
import type { EventItem } from "../../analytics/events";
import type { CartAction } from "./action";
import { onAsked } from "./asked";
import type { Order, OrderItem } from "./order";

onAsked(({ action, order }) => tell(action, order));

/** Tells of an action that a person has asked for, on the order that they saw. */
export function tell(action: CartAction, order: Order): void {
  switch (action.type) {
    case "addItem":
      if (action.item.ingredients) track({ event: "customize_product", productId: action.item.productId });
      return added([itemOf(action.item, action.quantity)]);
    case "addItemWithCode":
      return added([itemOf(action.item)]);
    case "addCombo":
      return added(action.items.map((item) => itemOf(item)));
    case "replaceItem":
      return track({ event: "customize_product", productId: action.item.productId });
    case "increaseItem":
      return added(lines(order, ({ uuid }) => uuid === action.uuid).map((line) => itemOf(line)));
    case "decreaseItem":
      return removed(lines(order, ({ uuid }) => uuid === action.uuid).map((line) => itemOf(line)));
    case "removeItem":
      return removed(itemsOf(lines(order, ({ uuid }) => uuid === action.uuid)));
    case "removeCombo":
      return removed(itemsOf(lines(order, ({ comboId }) => comboId === action.comboId)));
    case "clear":
      return removed(itemsOf(order.items));
    case "setMethod":
      return track({ event: "add_shipping_info", orderType: action.method.orderType });
    case "setPaymentMethod":
      return action.method === null ? undefined : track({ event: "add_payment_info", method: action.method });
    default:
      return undefined;
  }
}

/** The lines of a cart, as the data layer has them. */
export function itemsOf(items: readonly Pick<OrderItem, keyof EventItem>[]): EventItem[] {
  return items.map((line) => itemOf(line, line.quantity));
}

function itemOf({ productId, sizeId }: Pick<OrderItem, "productId" | "sizeId">, quantity = 1): EventItem {
  return { productId, sizeId, quantity };
}

function lines({ items }: Order, isMeant: (line: OrderItem) => boolean): OrderItem[] {
  return items.filter(isMeant);
}

function added(items: readonly EventItem[]): void {
  if (items.length > 0) track({ event: "add_to_cart", items });
}

function removed(items: readonly EventItem[]): void {
  if (items.length > 0) track({ event: "remove_from_cart", items });
}
