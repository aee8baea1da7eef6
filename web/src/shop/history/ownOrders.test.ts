// @vitest-environment jsdom
/** Which orders one finds again: this browser's, and the account's. */
import { expect, test } from "vitest";
import type { RecentOrder } from "../../api/wire";
import { merged } from "./ownOrders";

const recent = (parts: Partial<RecentOrder>): RecentOrder => ({
  id: "10002",
  key: "key-of-10002",
  orderType: "delivery",
  status: 1,
  placedAt: "2026-11-29T12:00:00Z",
  deliveryEstimate: 40,
  deliveryContact: { street: "Liisankatu 12", postalCode: "00170", city: "Helsinki" },
  restaurant: { restaurantId: "12", displayName: "Kallio" },
  preOrderTime: null,
  ...parts,
});

test("each order stands once, the newest first; what has no key cannot be followed", () => {
  const placed = [{ orderId: "10001", orderKey: "mine", placedAt: "2026-11-29T11:00:00Z" }];
  const latest = [recent({}), recent({ id: "10003", key: null }), recent({ id: "10001", key: "theirs" })];
  expect(merged(placed, latest)).toEqual([
    { orderId: "10002", orderKey: "key-of-10002", placedAt: "2026-11-29T12:00:00Z" },
    placed[0],
  ]);
});
