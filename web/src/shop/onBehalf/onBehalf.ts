/**
 * For whom the call centre orders (docs/spec/people.md, "Ordering on behalf"): whoever is on the telephone. Known to this visit
 * alone: nothing of it is kept by the browser.
 */
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand";
import type { FoundCustomer, FoundCustomers, OnBehalf } from "../../api/wire";
import type { Address, Order } from "../cart/order";
import { copied } from "../cart/words";
import type { PlacedOrderKey } from "../orders/placedOrders";

/** By what an order that was placed for a caller is found. */
export type PlacedCall = Pick<PlacedOrderKey, "orderId" | "orderKey">;

/** A call as it stands. */
export interface Call {
  /** Who was found by a number; `null` where nobody was looked for. */
  looked: { phone: string; found: FoundCustomers } | null;
  /** The number of who calls; `null` until it is said for whom the order is. */
  phone: string | null;
  /** The account that the order is tied to; `null`: it is a guest's. */
  customer: Pick<FoundCustomer, "customerRef" | "name"> | null;
  /** The saved address that the set-up begins with. */
  address: Address | null;
  /** The order that was placed last: it is told until the next one calls. */
  placed: PlacedCall | null;
}

const NOBODY: Call = { looked: null, phone: null, customer: null, address: null, placed: null };

const store = createStore<Call>()(() => NOBODY);

/** The call as it stands. */
export function useCall(): Call {
  return useStore(store);
}

/** The same, outside React. */
export function currentCall(): Call {
  return store.getState();
}

/** Somebody calls: so many have the number. */
export function showFound(phone: string, found: FoundCustomers): void {
  store.setState({ ...NOBODY, looked: { phone, found } });
}

/** The order is for a customer who was found, or for a guest. */
export function beginCall(phone: string, customer: Call["customer"]): void {
  store.setState({ phone, customer });
}

/** The food goes to a saved address. */
export function bringTo(address: Address | null): void {
  store.setState({ address });
}

/** The call is over, with an order or without. */
export function endCall(placed: PlacedCall | null = null): void {
  store.setState({ ...NOBODY, placed });
}

/** Whether two texts are one number, as it is dialled in Finland. */
export function isSamePhone(one: string, other: string): boolean {
  return dialled(one) === dialled(other);
}

function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const isFinnish = phone.trim().startsWith("+") || digits.startsWith("00358");
  return isFinnish ? digits.replace(/^(00)?3580?/, "0") : digits;
}

/** What an order says of the call; `null` where nobody calls. An order with another number is nobody's that was found. */
export function onBehalfOf({ contact }: Pick<Order, "contact">): OnBehalf | null {
  const { phone, customer } = store.getState();
  if (phone === null) return null;
  const written = copied(contact.phone).trim();
  const isTheirs = customer !== null && isSamePhone(written, phone);
  return { phone: written, ...(isTheirs && { customerRef: customer.customerRef }) };
}
