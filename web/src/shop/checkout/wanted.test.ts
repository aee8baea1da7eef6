// @vitest-environment node
import { expect, test } from "vitest";
import type { PlaceOrderBody } from "../../api/wire";
import { isSameBody, isSameOrder, lettersOf, type Wanted, withoutPin } from "./wanted";

const wanted = (change: Partial<PlaceOrderBody> = {}): Wanted => ({
  body: {
    shopId: "12",
    orderType: "pickup",
    orderItems: [{ uuid: "a", productId: "3001", sizeId: "101", quantity: 1 }],
    paymentMethod: "scheme",
    ...change,
  } as PlaceOrderBody,
  shopExternalId: "1012",
});
const sent = (change: Partial<PlaceOrderBody> = {}) => lettersOf(wanted(change));
const paidBy = (number: string, pin: string) => ({ paymentOption: { giftCard: { number, pin } } });

test("an order that is paid later is the same by any method; one that was settled at placing is not", () => {
  expect(isSameOrder(sent(), wanted({ paymentMethod: "mobilepay" }))).toBe(true);
  expect(isSameBody(sent(), wanted({ paymentMethod: "mobilepay" }))).toBe(false);
  expect(isSameOrder(sent({ paymentMethod: "onsite" }), wanted())).toBe(false);
  expect(isSameOrder(sent(), wanted({ paymentMethod: "onsite" }))).toBe(false);
  expect(isSameOrder(sent(paidBy("1111", "22")), wanted(paidBy("3333", "22")))).toBe(false);
  expect(isSameOrder(sent(paidBy("1111", "22")), wanted(paidBy("1111", "44")))).toBe(true);
});

test("other goods are another order, a renewed token or a smaller card are not", () => {
  const more = [{ uuid: "a", productId: "3001", sizeId: "101", quantity: 2 }] as PlaceOrderBody["orderItems"];
  expect(isSameOrder(sent(), wanted({ orderItems: more }))).toBe(false);
  expect(isSameBody(sent({ deliveryPriceToken: "t" }), wanted({ deliveryPriceToken: "u" }))).toBe(true);
  expect(isSameBody(sent({ giftCardHold: 4 }), wanted({ giftCardHold: 3 }))).toBe(true);
});

test("once an order stands its letters hold no PIN; without a gift card they stay letter by letter", () => {
  expect(withoutPin(sent())).toBe(sent());
  const kept = JSON.parse(withoutPin(sent(paidBy("1111", "22")))) as PlaceOrderBody;
  expect(kept.paymentOption?.giftCard).toEqual({ number: "1111", pin: "" });
});
