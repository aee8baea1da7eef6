import { expect, test } from "vitest";
import type { OrderData } from "../../api/wire";
import { resultOf, returnedIn } from "./result";

const data = (change: Partial<OrderData>): OrderData => ({
  orderId: "10001",
  shopId: "12",
  placedDateString: "24.11.2026",
  placedTimeString: "18:05",
  status: -1,
  paymentStatus: 1,
  paymentMethod: "scheme",
  orderType: "delivery",
  preOrderTime: null,
  grandTotal: 20,
  payable: 20,
  errorCode: null,
  errorMessage: null,
  ...change,
});

// spec: CK-11, CK-12, PY-06
test.each([
  [{ status: 0, paymentStatus: 2 }, { type: "received" }],
  [{ status: 8, errorCode: 1041100 }, { type: "received" }],
  [{}, { type: "pending" }],
  [{ errorCode: 1041108, errorMessage: "Maksu peruttu" }, { type: "cancelled" }],
  [
    { errorCode: 1041102, errorMessage: "Korttisi on vanhentunut." },
    { type: "failed", message: "Korttisi on vanhentunut." },
  ],
  [{ paymentStatus: 3 }, { type: "failed", message: null }],
  [
    { status: 13, paymentStatus: 3 },
    { type: "failed", message: null },
  ],
])("of %j it is said: %j", (change, result) => {
  expect(resultOf(data(change))).toEqual(result);
});

// spec: CK-13
test("the address names the order, and no more of it is believed", () => {
  expect(returnedIn(new URLSearchParams("status=OK&orderid=10001&order-key=abc"))).toEqual({
    orderId: "10001",
    orderKey: "abc",
  });
  expect(returnedIn(new URLSearchParams("status=OK"))).toBeNull();
});
