import { expect, test } from "vitest";
import type { Attempt } from "./attempt";
import { purchaseOf } from "./tellPurchase";

const SENT = JSON.stringify({
  grandTotal: 29.8,
  deliveryContact: { firstName: "Aino", phoneNumber: "0401234567", email: "aino@example.fi" },
  promotionCodes: ["7q2m9x4t8w3kd"],
  orderItems: [{ uuid: "a", productId: "3001", sizeId: "101", quantity: 2 }],
});
const attempt: Attempt = {
  key: "k",
  bodies: [SENT],
  begunAt: 0,
  isUnsure: false,
  order: { orderId: "10001", orderKey: "salainen", payable: 29.8 },
};

test("a purchase is its number, its sum and what was bought, and nothing of a person", () => {
  expect(purchaseOf(attempt, "10001", null)).toEqual({
    orderId: "10001",
    value: 29.8,
    items: [{ productId: "3001", sizeId: "101", quantity: 2 }],
  });
});

test("of an order that this browser knows nothing of, no other's goods are told", () => {
  expect(purchaseOf(attempt, "10002", 12)).toEqual({ orderId: "10002", value: 12, items: [] });
  expect(purchaseOf(null, "10002", null)).toEqual({ orderId: "10002", value: 0, items: [] });
});
