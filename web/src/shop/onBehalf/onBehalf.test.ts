import { afterEach, expect, test } from "vitest";
import { NEW_ORDER } from "../cart/order";
import { beginCall, currentCall, endCall, isSamePhone, onBehalfOf, showFound } from "./onBehalf";

const AINO = { customerRef: "reference", name: "Aino Aalto" };
const FOUND = { customers: [], guestOrders: [] };
const withPhone = (phone: string) => ({ contact: { ...NEW_ORDER.contact, phone } });

afterEach(() => endCall());

test("one number has one spelling", () => {
  const isTheirs = (phone: string) => isSamePhone(phone, "0401234567");
  const spellings = ["040 123 4567", "+358 40 123 4567", "00358401234567", "+358 (0)40-1234567"];
  expect(spellings.filter((one) => !isTheirs(one))).toEqual([]);
  expect(["040 123 456", "0401234568", "+46 40 123 4567", ""].filter(isTheirs)).toEqual([]);
});

test("an order says for whom it is, as long as its number is theirs", () => {
  expect(onBehalfOf(withPhone("040 123 4567"))).toBeNull();
  showFound("0401234567", FOUND);
  expect(onBehalfOf(withPhone("040 123 4567"))).toBeNull();
  beginCall("0401234567", AINO);
  expect(onBehalfOf(withPhone("040 123 4567"))).toEqual({ phone: "040 123 4567", customerRef: "reference" });
  expect(onBehalfOf(withPhone("040 765 4321"))).toEqual({ phone: "040 765 4321" });
  beginCall("0401234567", null);
  expect(onBehalfOf(withPhone("040 123 4567"))).toEqual({ phone: "040 123 4567" });
});

test("who calls next is somebody else", () => {
  showFound("0401234567", FOUND);
  beginCall("0401234567", AINO);
  endCall({ orderId: "10234", orderKey: "abc" });
  expect(currentCall()).toEqual({
    looked: null,
    phone: null,
    customer: null,
    address: null,
    placed: { orderId: "10234", orderKey: "abc" },
  });
  showFound("0407654321", FOUND);
  expect(currentCall().placed).toBeNull();
});
