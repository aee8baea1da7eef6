/** What a person is choosing in the set-up, before it is saved (OS-28). Pure values alone. */
import type { LatLng, OrderType } from "../api/wire";
import { ALL_TYPES } from "./offered";
import { TYPE_FLAGS } from "./typeFlags";
import type { Address, Order, OrderMethod } from "../shop/cart/order";

/** The choices as they stand. */
export interface Draft {
  orderType: OrderType;
  isPreorder: boolean;
  /** `YYYY-MM-DD HH:mm` in Helsinki. */
  preorderTime: string | null;
  /** What stands in the address field. */
  addressText: string;
  address: Address | null;
  searchText: string;
  /** Where the person is, if they have said so. */
  location: LatLng | null;
  /** The restaurant that is wished for; whether it can be had, the list says. */
  restaurantId: string | null;
  /** The restaurant that the set-up began with: it stays first in a search (OS-55). */
  pinnedId: string | null;
}

/** What a person may do in the set-up. */
export type DraftChange =
  | { type: "chooseType"; orderType: OrderType }
  | { type: "writeAddress"; text: string }
  | { type: "chooseAddress"; address: Omit<Address, "apartmentNumber" | "extraInfo"> }
  | { type: "writeApartment"; text: string }
  | { type: "writeExtraInfo"; text: string }
  | { type: "search"; text: string }
  | { type: "locate"; location: LatLng }
  | { type: "chooseTiming"; isPreorder: boolean }
  | { type: "chooseTime"; time: string }
  | { type: "chooseShop"; restaurantId: string }
  /** A preorder in place of an order that nobody takes any more (OS-32). */
  | { type: "preorderInstead"; orderType: OrderType };

/** How many characters an apartment has at most (OS-26). */
export const APARTMENT_LENGTH = 20;

/** What is known when the set-up opens. */
export interface Start {
  order: Pick<Order, "method" | "contact" | "additionalInfo">;
  /** `?kuljetus`, `?nouto` and `?paikan-paalla` choose the type (OS-04). */
  query: URLSearchParams;
  /** The restaurant that the set-up was opened for (OS-05). */
  preset: { restaurantId: string; displayName: string } | null;
  /** What was last searched for (OS-13). */
  searchText: string;
  /** The call centre enters each customer's address anew (OS-35). */
  isCallCentre: boolean;
}

/** The draft that the set-up opens with. */
export function firstDraft({ order, query, preset, searchText, isCallCentre }: Start): Draft {
  const { method } = order;
  const known = isCallCentre ? null : (method?.address ?? order.contact.address);
  // What the driver should know may have been written in the cart since.
  const address = known && { ...known, extraInfo: order.additionalInfo };
  const preorderTime = method?.preorderTime ?? null;
  const restaurantId = preset?.restaurantId ?? method?.restaurantId ?? null;
  return {
    orderType: typeIn(query) ?? method?.orderType ?? "delivery",
    isPreorder: preorderTime !== null,
    preorderTime,
    addressText: address ? addressLine(address) : "",
    address,
    searchText: preset?.displayName ?? searchText,
    location: null,
    restaurantId,
    pinnedId: restaurantId,
  };
}

/** The type that an address names. */
export function typeIn(query: URLSearchParams): OrderType | null {
  return ALL_TYPES.find((type) => query.has(TYPE_FLAGS[type])) ?? null;
}

/** The draft after a change. */
export function draftAfter(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "chooseType":
      return { ...draft, orderType: change.orderType };
    case "writeAddress":
      return { ...draft, addressText: change.text, address: null };
    case "chooseAddress":
      return withAddress(draft, change.address);
    case "writeApartment":
      return ofAddress(draft, { apartmentNumber: change.text.slice(0, APARTMENT_LENGTH) });
    case "writeExtraInfo":
      return ofAddress(draft, { extraInfo: change.text });
    case "search":
      return { ...draft, searchText: change.text };
    case "locate":
      return { ...draft, location: change.location };
    case "chooseTiming":
      return { ...draft, isPreorder: change.isPreorder };
    case "chooseTime":
      return { ...draft, isPreorder: true, preorderTime: change.time };
    case "chooseShop":
      return { ...draft, restaurantId: change.restaurantId };
    case "preorderInstead":
      return { ...draft, isPreorder: true, orderType: change.orderType };
  }
}

/** Another address has another flat; the same one keeps it. */
function withAddress(draft: Draft, place: Omit<Address, "apartmentNumber" | "extraInfo">): Draft {
  const isSame = draft.address?.streetAddress === place.streetAddress && draft.address.city === place.city;
  const { apartmentNumber = "", extraInfo = "" } = (isSame ? draft.address : null) ?? {};
  const address = { ...place, apartmentNumber, extraInfo };
  return { ...draft, address, addressText: addressLine(address) };
}

function ofAddress(draft: Draft, change: Partial<Address>): Draft {
  return draft.address ? { ...draft, address: { ...draft.address, ...change } } : draft;
}

/** An address on one line, as it stands in the field. */
export function addressLine({ streetAddress, zipCode, city }: Address): string {
  return `${streetAddress}, ${zipCode} ${city}`;
}

/** A restaurant as the set-up lists it. */
export interface ListedShop {
  restaurantId: string;
  name: string;
  streetAddress: string;
  at: LatLng | null;
  /** `null` while it is not known for the chosen time. */
  isOpen: boolean | null;
  /** Closed for now: it will open again by its hours (RS-11). */
  isShut: boolean;
  statusText: string;
  distanceKm: number | null;
  /** What delivery costs, in euros; `null` where nothing is delivered. */
  fee: number | null;
  estimateMinutes: number | null;
  zoneId: string | null;
  deliveryZoneVersion: string | null;
}

/**
 * The restaurant that is chosen: the wished one where it can be had, for a delivery else the first that can (OS-19).
 */
export function chosenShop(draft: Draft, list: readonly ListedShop[] | null): ListedShop | null {
  const open = list?.filter(({ isOpen }) => isOpen) ?? [];
  const wished = open.find(({ restaurantId }) => restaurantId === draft.restaurantId);
  if (wished) return wished;
  return (draft.orderType === "delivery" && draft.address && open[0]) || null;
}

/** Whether the wished restaurant does not deliver to the address while others do (OS-63). */
export function isTooFar(draft: Draft, list: readonly ListedShop[] | null): boolean {
  const { orderType, address, restaurantId } = draft;
  if (orderType !== "delivery" || !address || restaurantId === null || !list || list.length === 0)
    return false;
  return !list.some((shop) => shop.restaurantId === restaurantId);
}

/** What a set-up may lack. */
export type Lack = "address" | "time" | "restaurant";

/** What is still missing, first things first; `null` where it is complete (OS-44). */
export function lackOf(draft: Draft, time: string | null, shop: ListedShop | null): Lack | null {
  if (draft.orderType === "delivery" && !draft.address) return "address";
  if (draft.isPreorder && time === null) return "time";
  return shop ? null : "restaurant";
}

/** What is saved of a complete set-up; `null` where something is missing. */
export function methodOf(draft: Draft, time: string | null, shop: ListedShop | null): OrderMethod | null {
  if (!shop || lackOf(draft, time, shop) !== null) return null;
  const isDelivery = draft.orderType === "delivery";
  return {
    orderType: draft.orderType,
    restaurantId: shop.restaurantId,
    restaurantName: shop.name,
    preorderTime: draft.isPreorder ? time : null,
    address: isDelivery ? draft.address : null,
    zoneId: isDelivery ? shop.zoneId : null,
    deliveryZoneVersion: isDelivery ? shop.deliveryZoneVersion : null,
  };
}
