// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  forgetPlaced,
  type PlacedOrderKey,
  placedOrders,
  rememberPlaced,
  usePlacedOrders,
} from "./placedOrders";

const NAME = "ovelle.placed-orders";
const placed = (orderId: number): PlacedOrderKey => ({
  orderId: String(orderId),
  orderKey: `key-${orderId}`,
  placedAt: "2026-11-25T12:00:00Z",
});
const ids = () => placedOrders().map(({ orderId }) => orderId);

beforeEach(() => {
  for (const { orderId } of placedOrders()) forgetPlaced(orderId);
});

test("the ten newest are kept, the newest first, each once", () => {
  for (let id = 1; id <= 12; id += 1) rememberPlaced(placed(id));
  rememberPlaced(placed(5));
  expect(ids()).toEqual(["5", "12", "11", "10", "9", "8", "7", "6", "4", "3"]);
  forgetPlaced("12");
  expect(ids()).not.toContain("12");
});

test("what another tab placed is there too", () => {
  const { result } = renderHook(usePlacedOrders);
  const write = (...orders: PlacedOrderKey[]) => localStorage.setItem(NAME, JSON.stringify(orders));
  write(placed(7));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: NAME })));
  expect(result.current.map(({ orderId }) => orderId)).toEqual(["7"]);
  // Even where nobody has said so yet.
  write(placed(8), placed(7));
  act(() => rememberPlaced(placed(9)));
  expect(ids()).toEqual(["9", "8", "7"]);
});

test("what nobody of us wrote is nothing", () => {
  localStorage.setItem(NAME, '{"orders": 3}');
  window.dispatchEvent(new StorageEvent("storage", { key: NAME }));
  expect(ids()).toEqual([]);
});
