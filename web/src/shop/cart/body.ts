/** The order as the server is asked about it: the same body prices it and places it (ordering §5, §6). */
import type { CartBody } from "../../api/wire";
import { copied, note, words } from "./words";
import type { Contact, Order, OrderItem } from "./order";

/** Whether the server can be asked what the order costs: it must know where it is cooked, and what. */
export function canBePriced(order: Order): boolean {
  return order.method !== null && order.items.length > 0;
}

/** The body of pricing and placing; `null` while no restaurant is chosen. */
export function cartBodyOf(order: Order): CartBody | null {
  const { method } = order;
  if (!method) return null;
  return {
    shopId: method.restaurantId,
    orderType: method.orderType,
    preOrderTime: method.preorderTime,
    paymentMethod: order.paymentMethod,
    promotionCodes: [...order.promotionCodes],
    hasPhoneOrderFee: order.hasPhoneOrderFee,
    deliveryWithoutPackaging: order.deliveryWithoutPackaging,
    avoidAllergens: [...order.avoidAllergens],
    deliveryPriceToken: order.deliveryPriceToken,
    shippingInstruction: note(order.additionalInfo),
    deliveryContact: contactOf(order),
    orderItems: order.items.map(itemOf),
  };
}

function contactOf({ contact, emailMarketingPermission, smsMarketingPermission }: Order) {
  return {
    // The whole name: people write theirs as they are called.
    firstName: words(contact.name),
    lastName: "",
    phoneNumber: copied(contact.phone),
    email: copied(contact.email),
    ...addressOf(contact),
    emailMarketingPermission,
    smsMarketingPermission,
  };
}

function addressOf({ address }: Contact) {
  if (!address) return {};
  return {
    street: words(address.streetAddress),
    apartmentNumber: words(address.apartmentNumber),
    postalCode: address.zipCode,
    city: words(address.city),
    coordinates: { lat: address.latitude, lng: address.longitude },
  };
}

function itemOf({
  uuid,
  productId,
  sizeId,
  quantity,
  comboId,
  comboCampaignCode,
  addedFrom,
  ...item
}: OrderItem) {
  const ingredients =
    item.ingredients?.map((dose) => ({
      ingredientId: dose.ingredientId,
      quantity: dose.quantity,
      ...(dose.addedFrom !== undefined && { addedFrom: dose.addedFrom }),
    })) ?? null;
  return { uuid, productId, sizeId, quantity, comboId, comboCampaignCode, addedFrom, ingredients };
}
