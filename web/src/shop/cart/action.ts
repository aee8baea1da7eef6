/** What may be done to the order (CA-27 to CA-54). Each runs alone, in the order in which it was asked for. */
import type { Contact, NewItem, OrderMethod } from "./order";

/** Something that is added, and how many of it. */
export interface AddedItem {
  item: NewItem;
  quantity: number;
}

/** Units of a line. */
export interface LineUnits {
  uuid: string;
  quantity: number;
}

export type CartAction =
  /** Adds to an equal line, else as a new one (CA-32). */
  | { type: "addItem"; item: NewItem; quantity?: number }
  /** Adds several at once: they are priced together. */
  | { type: "addItems"; items: readonly AddedItem[] }
  /** Takes units of lines away again, if they are there still. */
  | { type: "removeUnits"; units: readonly LineUnits[] }
  /** Adds with the code that makes it cheaper (CA-40). */
  | { type: "addItemWithCode"; item: NewItem; code: string }
  /** All items get one combo id and the code, which also becomes a promotion code (CA-33). */
  | { type: "addCombo"; code: string; items: readonly NewItem[] }
  | { type: "replaceCombo"; comboId: string; code: string; items: readonly NewItem[] }
  | { type: "removeCombo"; comboId: string }
  | { type: "replaceItem"; uuid: string; item: NewItem; quantity: number }
  | { type: "increaseItem"; uuid: string }
  /** At nought the line goes (CA-37). */
  | { type: "decreaseItem"; uuid: string }
  | { type: "removeItem"; uuid: string }
  | { type: "addPromotionCode"; code: string }
  | { type: "removePromotionCode"; code: string }
  | { type: "setContact"; contact: Partial<Omit<Contact, "address">> }
  | { type: "setApartment"; apartmentNumber: string }
  | { type: "setAdditionalInfo"; text: string }
  | { type: "setPermissions"; email: boolean; sms: boolean }
  | { type: "setPaymentMethod"; method: string | null; option: string | null }
  /** The call centre's fee (CA-44). */
  | { type: "setPhoneOrderFee"; wanted: boolean | null }
  | { type: "setWithoutPackaging"; wanted: boolean }
  | { type: "setAvoidAllergens"; allergens: readonly string[] }
  /** Stores restaurant, type, time, address and zone, and gets the price token (CA-47 to CA-54). */
  | { type: "setMethod"; method: OrderMethod }
  /** Display alone, and only while the restaurant and the address are still those that were measured (CA-51). */
  | { type: "setDistance"; restaurantId: string; latitude: number; longitude: number; kilometres: number }
  | { type: "revalidate" }
  /** Empties the cart; where and how one orders stays. */
  | { type: "clear" }
  /** Forgets who orders and where it goes; what is in the cart stays (docs/spec/people.md, "This browser"). */
  | { type: "forgetPerson" }
  /** Forgets all of it: somebody has left, and the next one is another. */
  | { type: "forget" };
