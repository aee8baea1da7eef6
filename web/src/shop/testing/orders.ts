/** Orders and verdicts for tests, each with what a test says of it. */
import type { CartBody, CartMessage, MessageCode, PricedCart, PricedLine } from "../../api/wire";
import {
  type Address,
  NEW_ORDER,
  type NewItem,
  type Order,
  type OrderItem,
  type OrderMethod,
} from "../cart/order";

/** A pizza that is put into the cart. */
export function newItem(parts: Partial<NewItem> = {}): NewItem {
  return {
    productId: "3001",
    sizeId: "101",
    name: "Margareta",
    sizeName: "Normaali",
    productCategoryId: "pizza",
    ingredients: null,
    unitPrice: 11.9,
    addedFrom: "menu",
    ...parts,
  };
}

/** A line of the cart. */
export function orderItem(parts: Partial<OrderItem> = {}): OrderItem {
  return { ...newItem(), uuid: "a", quantity: 1, comboId: null, comboCampaignCode: null, ...parts };
}

/** Where a delivery goes. */
export function anAddress(parts: Partial<Address> = {}): Address {
  return {
    streetAddress: "Liisankatu 12",
    apartmentNumber: "B 7",
    city: "Helsinki",
    zipCode: "00170",
    latitude: 60.1741,
    longitude: 24.9536,
    extraInfo: "",
    ...parts,
  };
}

/** To be picked up in a restaurant. */
export function aMethod(parts: Partial<OrderMethod> = {}): OrderMethod {
  return {
    orderType: "pickup",
    restaurantId: "12",
    restaurantName: "Ovelle Kallio",
    preorderTime: null,
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
    ...parts,
  };
}

/** To be brought. */
export function aDelivery(parts: Partial<OrderMethod> = {}): OrderMethod {
  return aMethod({
    orderType: "delivery",
    address: anAddress(),
    zoneId: "12-1",
    deliveryZoneVersion: "V1",
    ...parts,
  });
}

/** An order of a pizza to pick up. */
export function anOrder(parts: Partial<Order> = {}): Order {
  return { ...NEW_ORDER, method: aMethod(), items: [orderItem()], ...parts };
}

/** What the server says of a cart in which it finds no fault: ten euros for each thing. */
export function pricedCart(
  body: Pick<CartBody, "orderItems" | "promotionCodes">,
  parts: Partial<PricedCart> = {},
): PricedCart {
  const orderItems = body.orderItems.map(pricedLine);
  const total = orderItems.reduce((sum, { price }) => sum + price, 0);
  return {
    validationResult: { isValid: true, messages: [] },
    orderItems,
    pricingDetails: {
      lineItemsSubTotal: total,
      lineItemDiscountsTotal: 0,
      lineItemsTotal: total,
      shippingChargesSubTotal: 0,
      shippingChargesDiscountTotal: 0,
      shippingChargesTotal: 0,
      servicesSubTotal: 0,
      grandTotal: total,
      vatTotal: 0,
      vat: [],
      campaignPrepaidTotal: 0,
      loyaltyPrepaidTotal: 0,
      b2BPrepaidTotal: 0,
      prepaidAmountTotal: 0,
      shippingChargesPrepaidTotal: 0,
    },
    payable: total,
    discountDetails: { campaigns: [], orderPaymentDetails: { splitPayments: [] } },
    promotionCodes: [...(body.promotionCodes ?? [])],
    notApplicableCampaigns: [],
    globalCampaignsWithPostPurchaseActions: [],
    lunchOptionDetails: null,
    crossSellOptionDetails: [],
    isLunchTime: false,
    deliveryServiceFee: 0,
    phoneOrderFee: 0,
    deliveryWithoutPackaging: false,
    deliveryWithoutPackagingAvailable: false,
    outOfStockProductIds: [],
    vatPercent: 13.5,
    estimateMinutes: 18,
    ...parts,
  };
}

const UNIT_PRICE = 10;

function pricedLine(item: CartBody["orderItems"][number]): PricedLine {
  return {
    uuid: item.uuid,
    productId: item.productId,
    sizeId: item.sizeId,
    sizeName: "Normaali",
    productCategoryId: "pizza",
    productCategoryName: "Pizzat",
    name: `Tuote ${item.productId}`,
    quantity: item.quantity,
    basePrice: UNIT_PRICE,
    itemPrice: UNIT_PRICE,
    minimumPrice: null,
    hasMinimumPrice: false,
    hasFixedMinimumPrice: false,
    priceCorrection: 0,
    price: UNIT_PRICE * item.quantity,
    discount: 0,
    discountedPrice: UNIT_PRICE * item.quantity,
    discountedProductQuantity: 0,
    appliedCampaigns: {},
    rewardsLoyaltySlices: 1,
    comboId: item.comboId ?? null,
    comboCampaignCode: item.comboCampaignCode ?? null,
    isOutOfStock: false,
    allergens: [],
    ingredients: (item.ingredients ?? []).map(({ ingredientId, quantity }) => ({
      ingredientId,
      quantity,
      name: `Aines ${ingredientId}`,
      categoryId: "toppings",
      recipeQuantity: 1,
      price: 1,
      displayOrder: 1,
      addedFrom: null,
    })),
  };
}

/** A message of the server; `uuid` is the line that it speaks of. */
export function aMessage(
  messageCode: MessageCode,
  displayKind: number,
  uuid?: string,
  name?: string | null,
): CartMessage {
  const item = uuid === undefined ? {} : { item: { uuid, name, quantity: 1 } };
  return JSON.parse(
    JSON.stringify({ messageCode, displayKind, message: `Viesti ${messageCode}`, metadata: item }),
  );
}
