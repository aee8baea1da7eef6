/** What an action makes of an order. Pure: the same action on the same order is the same order, whichever tab does it. */
import type { ShopProblem } from "../errors/problem";
import { LINE_MISSING, PROMOTION_CODE_ALREADY_ADDED, TOO_MANY_CODES, TOO_MANY_LINES } from "../texts";
import type { CartAction } from "./action";
import {
  addCombo,
  addItem,
  addItems,
  type Change,
  codeOf,
  isSameCode,
  removeCombo,
  replaceCombo,
  replaceItem,
  withCode,
  withoutUnits,
  withQuantity,
} from "./items";
import { setApartment, setDistance, setMethod } from "./method";
import { NEW_ORDER, type Order } from "./order";

/** What came of an action. */
export interface Applied {
  order: Order;
  /** Why it was not done; the order is then as before. */
  problem: ShopProblem | null;
}

/** Applies an action; `id` is unique to it, and names whatever it adds. */
export function applyAction(order: Order, action: CartAction, id: string): Applied {
  const objection = objectionTo(order, action);
  if (objection) return { order, problem: objection };
  const change = changeBy(order, action, id);
  const problem = excessOf(order, change);
  return problem ? { order, problem } : { order: changeOrder(order, change), problem: null };
}

/** The order with a change. A verdict speaks of what was priced alone. */
export function changeOrder(order: Order, change: Change): Order {
  const next = { ...order, ...change };
  return hasSamePrice(order, next) ? next : { ...next, isPriced: false };
}

function objectionTo({ items, promotionCodes }: Order, action: CartAction): ShopProblem | null {
  switch (action.type) {
    case "addPromotionCode":
      return promotionCodes.some((code) => isSameCode(code, action.code))
        ? PROMOTION_CODE_ALREADY_ADDED
        : null;
    case "replaceItem":
      return items.some(({ uuid }) => uuid === action.uuid) ? null : LINE_MISSING;
    case "replaceCombo":
      return items.some(({ comboId }) => comboId === action.comboId) ? null : LINE_MISSING;
    default:
      return null;
  }
}

/** The most lines and codes that the server reads (ordering §1). */
const MOST_LINES = 50;
const MOST_CODES = 5;

/** What would be too much: the server would not read such an order at all. */
function excessOf(order: Order, { items = [], promotionCodes = [] }: Change): ShopProblem | null {
  if (items.length > MOST_LINES && items.length > order.items.length) return TOO_MANY_LINES;
  const hasMoreCodes = promotionCodes.length > order.promotionCodes.length;
  return promotionCodes.length > MOST_CODES && hasMoreCodes ? TOO_MANY_CODES : null;
}

function changeBy(order: Order, action: CartAction, id: string): Change {
  switch (action.type) {
    case "addItem":
      return addItem(order, action.item, action.quantity ?? 1, id);
    case "addItems":
      return addItems(order, action.items, id);
    case "removeUnits":
      return { items: withoutUnits(order.items, action.units) };
    case "addItemWithCode":
      return {
        ...addItem(order, action.item, 1, id),
        promotionCodes: withCode(order.promotionCodes, codeOf(action.code)),
      };
    case "addCombo":
      return addCombo(order, codeOf(action.code), action.items, id);
    case "replaceCombo":
      return replaceCombo(order, action.comboId, codeOf(action.code), action.items, id);
    case "removeCombo":
      return removeCombo(order, action.comboId);
    case "replaceItem":
      return replaceItem(order, action.uuid, action.item, action.quantity);
    case "increaseItem":
      return { items: withQuantity(order.items, action.uuid, (before) => before + 1) };
    case "decreaseItem":
      return { items: withQuantity(order.items, action.uuid, (before) => before - 1) };
    case "removeItem":
      return { items: order.items.filter((item) => item.uuid !== action.uuid) };
    case "addPromotionCode":
      return { promotionCodes: [...order.promotionCodes, codeOf(action.code)] };
    case "removePromotionCode":
      return { promotionCodes: order.promotionCodes.filter((code) => !isSameCode(code, action.code)) };
    default:
      return changeAround(order, action);
  }
}

type Around = Exclude<
  CartAction,
  { type: `${"add" | "replace" | "remove" | "increase" | "decrease"}${string}` }
>;

/** What is changed beside the lines and codes. */
function changeAround(order: Order, action: Around): Change {
  switch (action.type) {
    case "setContact":
      return { contact: { ...order.contact, ...action.contact } };
    case "setApartment":
      return setApartment(order, action.apartmentNumber);
    case "setAdditionalInfo":
      return { additionalInfo: action.text };
    case "setPermissions":
      return { emailMarketingPermission: action.email, smsMarketingPermission: action.sms };
    case "setPaymentMethod":
      return { paymentMethod: action.method, paymentOption: action.option };
    case "setPhoneOrderFee":
      return { hasPhoneOrderFee: action.wanted };
    case "setWithoutPackaging":
      return { deliveryWithoutPackaging: action.wanted };
    case "setAvoidAllergens":
      return { avoidAllergens: [...action.allergens] };
    case "setMethod":
      return setMethod(order, action.method);
    case "setDistance":
      return setDistance(order, action);
    case "revalidate":
      return {};
    case "clear":
      return cleared();
    case "forgetPerson":
      return withoutPerson(order);
    case "forget":
      return forgotten();
  }
}

/** An order of which nothing is known; only that it is another than before. */
function forgotten(): Change {
  const { version: _version, revision: _revision, ...nothing } = NEW_ORDER;
  return nothing;
}

/** Who picks it up is at a restaurant's counter, not at a door: that may stay. */
function withoutPerson({ method }: Order): Change {
  const { contact, additionalInfo, emailMarketingPermission, smsMarketingPermission } = NEW_ORDER;
  const nobody = { contact, additionalInfo, emailMarketingPermission, smsMarketingPermission };
  if (method?.orderType !== "delivery") return nobody;
  const { deliveryPriceToken, deliveryPriceExpiresAt, heldDeliveryFee } = NEW_ORDER;
  return { ...nobody, method: null, deliveryPriceToken, deliveryPriceExpiresAt, heldDeliveryFee };
}

/** An empty cart; who orders, where and how stays (CA-46). */
function cleared(): Change {
  const { items, promotionCodes, additionalInfo, paymentOption, deliveryWithoutPackaging, priced } =
    NEW_ORDER;
  return {
    items,
    promotionCodes,
    additionalInfo,
    paymentOption,
    deliveryWithoutPackaging,
    priced,
  };
}

/** Whatever a price depends on is kept by reference where an action leaves it alone. */
function hasSamePrice(a: Order, b: Order): boolean {
  return (
    a.items === b.items &&
    a.promotionCodes === b.promotionCodes &&
    isSameMethod(a.method, b.method) &&
    a.paymentMethod === b.paymentMethod &&
    a.hasPhoneOrderFee === b.hasPhoneOrderFee &&
    a.deliveryWithoutPackaging === b.deliveryWithoutPackaging &&
    a.avoidAllergens === b.avoidAllergens &&
    a.deliveryPriceToken === b.deliveryPriceToken
  );
}

function isSameMethod(a: Order["method"], b: Order["method"]): boolean {
  return (
    a === b ||
    (a?.orderType === b?.orderType &&
      a?.restaurantId === b?.restaurantId &&
      a?.preorderTime === b?.preorderTime &&
      a?.zoneId === b?.zoneId &&
      a?.address?.latitude === b?.address?.latitude &&
      a?.address?.longitude === b?.address?.longitude)
  );
}
