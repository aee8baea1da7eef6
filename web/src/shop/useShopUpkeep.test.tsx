import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CartBody } from "../api/wire";
// The news load it by themselves; here it is there before a test begins, and none comes after one is over.
import "../live/tabShops";
import { HERE, SESSION } from "../session/session";
import { aUser, knowing } from "../session/testing/people";
import { CATALOG } from "./catalog/keys";
import { checkoutPorts } from "./checkout/realPorts";
import { keptOrder } from "./cart/storage";
import { currentOrder } from "./cart/useCart";
import { putOrder } from "./testing/cart";
import { aDelivery, aMessage, aMethod, anOrder, orderItem, pricedCart } from "./testing/orders";
import { lookAt } from "./testing/page";
import { isDue, useShopUpkeep } from "./useShopUpkeep";

/** What was asked to be priced; each cart is as good as it is. */
let priced: CartBody[] = [];
let isFaulty = false;

beforeEach(() => {
  localStorage.clear();
  priced = [];
  isFaulty = false;
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit = {}) => {
    if (!path.includes("customer/cart")) throw new TypeError("network error");
    const cart: CartBody = JSON.parse(String(body));
    priced.push(cart);
    const validationResult = { isValid: !isFaulty, messages: isFaulty ? [aMessage("shop/offline", 1)] : [] };
    return Response.json(pricedCart(cart, { validationResult }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const awaitPriced = (times: number) => waitFor(() => expect(priced).toHaveLength(times));

async function open() {
  putOrder({ method: aMethod(), items: [orderItem()] });
  const page = lookAt(useShopUpkeep);
  await awaitPriced(1);
  await waitFor(() => expect(currentOrder().isPriced).toBe(true));
  return page;
}

// spec: CA-41
test("what was kept on an earlier visit is priced anew", async () => {
  await open();
  expect(keptOrder()?.isPriced).toBe(true);
});

describe("who comes back", () => {
  test.each([
    [61_000, 2],
    [59_000, 1],
  ])("after %i ms has had the order priced %i times", async (ms, times) => {
    await open();
    vi.useFakeTimers({ toFake: ["Date"] });
    window.dispatchEvent(new Event("blur"));
    vi.setSystemTime(Date.now() + ms);
    window.dispatchEvent(new Event("focus"));
    expect(priced).toHaveLength(times);
  });
});

test("another tab's order is heard, and nothing is heard any more once the pages are gone", async () => {
  const { unmount } = await open();
  const says = (quantity: number) => {
    const order = {
      ...currentOrder(),
      revision: currentOrder().revision + 1,
      items: [orderItem({ quantity })],
    };
    const newValue = JSON.stringify(order);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "ovelle.order", newValue })));
  };
  says(4);
  expect(currentOrder().items[0]?.quantity).toBe(4);
  unmount();
  says(5);
  expect(currentOrder().items[0]?.quantity).toBe(4);
});

// spec: PR-25
test("a fault makes old what is known of products", async () => {
  const { client } = await open();
  client.setQueryData([...CATALOG, "menu"], {});
  isFaulty = true;
  window.dispatchEvent(new Event("blur"));
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 61_000);
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(client.getQueryState([...CATALOG, "menu"])?.isInvalidated).toBe(true));
});

test.each([
  ["who is signed in has", "1", [[{ queryKey: SESSION }]]],
  ["a guest does not have", null, []],
])("%s the session read anew once an order was bought", async (_, here, calls) => {
  if (here !== null) localStorage.setItem(HERE, here);
  const client = knowing({ user: aUser(), roles: [] });
  lookAt(useShopUpkeep, client);
  const read = vi.spyOn(client, "refetchQueries");
  checkoutPorts("").tellBought({ orderId: "10001" }, null);
  expect(read.mock.calls).toEqual(calls);
});

// spec: PR-10
test("whether the fee is still held is looked at every ten seconds", async () => {
  vi.useFakeTimers();
  const deliveryPriceExpiresAt = new Date(Date.now() + 5_000).toISOString();
  putOrder({
    method: aDelivery(),
    items: [orderItem()],
    deliveryPriceToken: "t",
    deliveryPriceExpiresAt,
    heldDeliveryFee: 8.9,
  });
  lookAt(useShopUpkeep);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await wait(9_999);
  expect(priced).toHaveLength(1);
  await wait(1);
  expect(priced).toHaveLength(2);
});

// spec: PR-10
test("an order is due when the fee is held no more, and once when the time of its preorder has come", () => {
  const noon = Date.parse("2026-11-27T10:00:00Z");
  const held = anOrder({ deliveryPriceToken: "t", deliveryPriceExpiresAt: "2026-11-27T10:00:00Z" });
  expect(isDue(held, noon - 10_000, noon - 1)).toBe(false);
  expect(isDue(held, noon - 10_000, noon)).toBe(true);
  const preorder = anOrder({ method: aMethod({ preorderTime: "2026-11-27 12:00" }) });
  expect(isDue(preorder, noon - 20_000, noon - 10_000)).toBe(false);
  expect(isDue(preorder, noon - 5_000, noon + 5_000)).toBe(true);
  expect(isDue(preorder, noon + 5_000, noon + 15_000)).toBe(false);
  expect(isDue(anOrder(), 0, noon)).toBe(false);
});
