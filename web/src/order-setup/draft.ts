/** What a person is choosing in the set-up, before it is saved (OS-28). Pure values alone. */
import type { LatLng, OrderType, UserAddress } from "../api/wire";
import { asAddress } from "../shop/addresses/saved";
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
  /** Which saved address it is (OS-28); `null` for another. */
  addressId: string | null;
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
  | { type: "chooseSaved"; saved: UserAddress }
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
  /** The call centre enters each customer's address anew (OS-35, CC-11). */
  isCallCentre: boolean;
  /** The address that whoever calls has chosen of theirs. */
  callersAddress?: Address | null;
}

/** The draft that the set-up opens with. */
export function firstDraft(start: Start): Draft {
  const { order, query, preset, searchText, isCallCentre, callersAddress = null } = start;
  const { method } = order;
  const known = method?.address ?? order.contact.address;
  // What the driver should know may have been written in the cart since.
  const address = isCallCentre ? callersAddress : known && { ...known, extraInfo: order.additionalInfo };
  const preorderTime = method?.preorderTime ?? null;
  const restaurantId = preset?.restaurantId ?? method?.restaurantId ?? null;
  return {
    orderType: typeIn(query) ?? method?.orderType ?? "delivery",
    isPreorder: preorderTime !== null,
    preorderTime,
    addressText: address ? addressLine(address) : "",
    address,
    addressId: null,
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
      return { ...draft, addressText: change.text, address: null, addressId: null };
    case "chooseAddress":
      return withAddress(draft, change.address);
    case "chooseSaved":
      return withSaved(draft, change.saved);
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
  return { ...draft, address, addressId: null, addressText: addressLine(address) };
}

function withSaved(draft: Draft, saved: UserAddress): Draft {
  const address = asAddress(saved);
  const addressText = address ? addressLine(address) : saved.streetAddress;
  return { ...draft, address, addressId: saved.addressId, addressText };
}

/** A draft of which the address alone counts: that of a saved address, or none yet. */
export function draftOfSaved(saved: UserAddress | null): Draft {
  const none: Draft = {
    orderType: "delivery",
    isPreorder: false,
    preorderTime: null,
    addressText: "",
    address: null,
    addressId: null,
    searchText: "",
    location: null,
    restaurantId: null,
    pinnedId: null,
  };
  return saved ? withSaved(none, saved) : none;
}

/**
 * The draft of somebody with saved addresses (`null`: nobody has any): one of them is chosen, else the one that matches, else
 * the favourite, else the first (OS-33, OS-38).
 */
export function ofBook(draft: Draft, saved: readonly UserAddress[] | null): Draft {
  if (saved === null) return draft;
  if (saved.some(({ addressId }) => addressId === draft.addressId)) return draft;
  if (saved.length === 0) {
    return draft.addressId === null ? draft : { ...draft, address: null, addressId: null, addressText: "" };
  }
  const match = saved.find((one) => draft.addressId === null && isSameDoor(one, draft.address));
  // What the driver should know may have been written in the cart since.
  if (match) return { ...draft, addressId: match.addressId };
  const first = saved.find(({ primaryAddress }) => primaryAddress) ?? saved[0];
  return first ? withSaved(draft, first) : draft;
}

function isSameDoor(saved: UserAddress, address: Address | null): boolean {
  const doorIn = ({ streetAddress, apartmentNumber, zipCode, city }: UserAddress | Address) =>
    [streetAddress, apartmentNumber, zipCode, city].join().toLowerCase();
  return address !== null && doorIn(saved) === doorIn(address);
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
