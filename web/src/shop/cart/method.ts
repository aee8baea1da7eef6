/** What choosing a restaurant and a method does to an order (CA-49 to CA-54). Pure. */
import type { Change } from "./items";
import type { Contact, Order, OrderMethod } from "./order";

/** No fee is held. */
export const NO_TOKEN = { deliveryPriceToken: null, deliveryPriceExpiresAt: null } as const;

/**
 * Stores restaurant, type, time, zone and address; what the driver should know is said of that address. Without packaging must
 * be wished for anew.
 */
export function setMethod({ contact, additionalInfo }: Order, method: OrderMethod): Change {
  const address = method.orderType === "delivery" ? method.address : null;
  return {
    method: { ...method, address },
    contact: { ...contact, address, deliveryDistance: null },
    additionalInfo: address?.extraInfo ?? additionalInfo,
    deliveryWithoutPackaging: false,
    ...NO_TOKEN,
    heldDeliveryFee: null,
  };
}

/** Forgets restaurant, type, address and time (PR-22). */
export function forgetMethod({ contact }: Order): Change {
  return {
    method: null,
    contact: { ...contact, address: null, deliveryDistance: null },
    deliveryWithoutPackaging: false,
    ...NO_TOKEN,
    heldDeliveryFee: null,
  };
}

/** Changes something of the address, in both places where it is kept. */
export function setApartment({ method, contact }: Order, apartmentNumber: string): Change {
  const changed = (address: Contact["address"]) => address && { ...address, apartmentNumber };
  return {
    method: method && { ...method, address: changed(method.address) },
    contact: { ...contact, address: changed(contact.address) },
  };
}

/** Keeps a measured distance while it is still the way to go (CA-51). */
export function setDistance(
  { method, contact }: Order,
  measured: { restaurantId: string; latitude: number; longitude: number; kilometres: number },
): Change {
  const { address } = contact;
  const isSameWay =
    method?.restaurantId === measured.restaurantId &&
    address?.latitude === measured.latitude &&
    address.longitude === measured.longitude;
  return isSameWay ? { contact: { ...contact, deliveryDistance: measured.kilometres } } : {};
}
