import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { CartBody, PricedCart } from "../../api/wire";
import { putOrder } from "../testing/cart";
import { aDelivery, aMessage, aMethod, newItem, orderItem, pricedCart } from "../testing/orders";
import { shownProblems } from "../testing/problems";
import { comeBack, hearStorage, leave } from "./cart";
import { cartBodyOf } from "./body";
import { NEW_ORDER, type Order, ORDER_VERSION } from "./order";
import { keptOrder, ORDER_KEY } from "./storage";
import { CartActionError, currentOrder, dispatch, useCartBusy, useCartTotals, useOrder } from "./useCart";

const PRICE = "POST /api/pricing/pricing/customer/cart";
const TOKEN = "POST /api/pricing/delivery-price-token";

/** What the server answers to a cart of so many margaritas, and of nothing else. */
function priced(quantity: number, parts: Partial<PricedCart> = {}): Answer {
  const { items } = currentOrder();
  const uuid = items[0]?.uuid ?? "a";
  const body = cartBodyOf({ ...NEW_ORDER, method: aMethod(), items: [orderItem({ uuid, quantity })] });
  return { status: 200, body: pricedCart(body ?? { orderItems: [] }, parts) };
}

const bodies = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ call }) => call === PRICE).map(({ body }) => body as CartBody);

beforeEach(() => {
  localStorage.clear();
  putOrder({ method: aMethod(), items: [orderItem()] });
});

describe("an action", () => {
  // spec: CA-28, CA-74
  test("is shown at once, priced, and kept with the verdict", async () => {
    const asked = serve({ [PRICE]: priced(2) });
    const { result } = renderHook(() => ({ totals: useCartTotals(), isBusy: useCartBusy() }));
    expect(result.current).toEqual({ totals: { count: 1, total: null, isPending: true }, isBusy: false });
    let done: Promise<void> = Promise.resolve();
    act(() => {
      done = dispatch({ type: "increaseItem", uuid: "a" });
    });
    expect(result.current).toEqual({ totals: { count: 2, total: null, isPending: true }, isBusy: true });
    await act(() => done);
    expect(result.current).toEqual({ totals: { count: 2, total: 20, isPending: false }, isBusy: false });
    expect(bodies(asked).map(({ orderItems }) => orderItems[0]?.quantity)).toEqual([2]);
    expect(keptOrder()).toMatchObject({ version: 17, isPriced: true, items: [{ quantity: 2 }] });
  });

  // spec: CA-04, CA-67
  test("that wants less than one of a line is not done, and says why", async () => {
    await expect(dispatch({ type: "replaceItem", uuid: "a", item: newItem(), quantity: 0 })).rejects.toThrow(
      "Can not set quantity below 1",
    );
    expect(currentOrder().items[0]?.quantity).toBe(1);
  });

  // spec: CA-27
  test("waits for those before it", async () => {
    const asked = serve({ [PRICE]: [priced(2), priced(3), priced(4)] });
    const uuid = "a";
    await Promise.all([1, 2, 3].map(() => dispatch({ type: "increaseItem", uuid })));
    expect(bodies(asked).map(({ orderItems }) => orderItems[0]?.quantity)).toEqual([2, 3, 4]);
    expect(currentOrder()).toMatchObject({ isPriced: true, items: [{ quantity: 4 }] });
  });

  // spec: CA-30, CA-31, ER-33
  test("that the server refuses is undone and said; the next one runs", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    serve({ [PRICE]: [refusal(422, "request/invalid", "Ei."), priced(1)] });
    const failing = dispatch({ type: "increaseItem", uuid: "a" });
    const next = dispatch({ type: "setContact", contact: { name: "Aino" } });
    await expect(failing).rejects.toThrow(CartActionError);
    await next;
    expect(currentOrder()).toMatchObject({ contact: { name: "Aino" }, items: [{ quantity: 1 }] });
    expect(shownProblems()).toEqual([[0, "Tapahtui odottamaton virhe"]]);
    expect(log).toHaveBeenCalledOnce();
  });

  // spec: CA-59
  test("that makes no sense is refused here", async () => {
    putOrder({ method: aMethod(), items: [orderItem()], promotionCodes: ["kesa5"] });
    const asked = serve({});
    await expect(dispatch({ type: "addPromotionCode", code: "Kesa 5" })).rejects.toThrow(CartActionError);
    expect(asked).toEqual([]);
    expect(shownProblems()).toEqual([[1, "Kampanjakoodi on jo lisätty"]]);
  });

  test("in an empty cart, or without a restaurant, is kept without asking anybody", async () => {
    putOrder({});
    const asked = serve({});
    await dispatch({ type: "setContact", contact: { name: "Aino" } });
    await dispatch({ type: "addItem", item: newItem() });
    expect(asked).toEqual([]);
    expect(keptOrder()).toMatchObject({ contact: { name: "Aino" }, items: [{ name: "Margareta" }] });
  });

  // spec: PR-12, ER-02
  test("is answered with problems, in the place of those before", async () => {
    const validationResult = { isValid: false, messages: [aMessage("shop/offline", 1)] };
    serve({ [PRICE]: [priced(1, { validationResult }), priced(1)] });
    await dispatch({ type: "revalidate" });
    expect(shownProblems()).toEqual([[1, "Viesti shop/offline"]]);
    await dispatch({ type: "revalidate" });
    expect(shownProblems()).toEqual([]);
  });
});

describe("a delivery", () => {
  const held = (deliveryFee: number): Answer => ({
    status: 200,
    body: {
      token: `fee-${deliveryFee}`,
      deliveryFee,
      zoneId: "12-1",
      deliveryZoneVersion: "V1",
      expiresAt: "2100-01-01T00:00:00Z",
    },
  });

  // spec: CA-54, PR-09
  test("has its fee held before it is priced", async () => {
    const asked = serve({ [PRICE]: priced(1), [TOKEN]: held(8.9) });
    await dispatch({ type: "setMethod", method: aDelivery() });
    expect(bodies(asked)[0]?.deliveryPriceToken).toBe("fee-8.9");
    expect(asked.find(({ call }) => call === TOKEN)?.body).toEqual({
      shopId: "12",
      zoneId: "12-1",
      deliveryZoneVersion: "V1",
      coordinates: { lat: 60.1741, lng: 24.9536 },
      preorderDateTime: null,
    });
  });

  // spec: CA-54
  test("is priced without a held fee where none can be had", async () => {
    const asked = serve({
      [PRICE]: priced(1),
      [TOKEN]: refusal(409, "shop/delivery/outside-of-range", "Kaukana."),
    });
    await dispatch({ type: "setMethod", method: aDelivery() });
    expect(bodies(asked)[0]?.deliveryPriceToken).toBeNull();
    expect(currentOrder().isPriced).toBe(true);
  });

  // spec: PR-10, PR-11
  test("has its fee held anew when the server holds it no more, and a changed one is said", async () => {
    const expired = { isValid: false, messages: [aMessage("delivery/price-token-expired", 2)] };
    serve({
      [PRICE]: [priced(1), priced(1, { validationResult: expired }), priced(1)],
      [TOKEN]: [held(8.9), held(5.9)],
    });
    await dispatch({ type: "setMethod", method: aDelivery() });
    await dispatch({ type: "revalidate" });
    expect(currentOrder()).toMatchObject({
      deliveryPriceToken: "fee-5.9",
      heldDeliveryFee: 5.9,
      isPriced: true,
    });
    expect(shownProblems()).toEqual([[1, "Kuljetusmaksu on muuttunut."]]);
  });

  test("whose fee is refused, and cannot be held anew, is not asked about without end", async () => {
    const expired = { isValid: false, messages: [aMessage("delivery/price-token-expired", 2)] };
    const asked = serve({ [PRICE]: priced(1, { validationResult: expired }) });
    await dispatch({ type: "setMethod", method: aDelivery({ zoneId: null }) });
    expect(bodies(asked)).toHaveLength(1);
    expect(currentOrder().isPriced).toBe(false);
  });

  // spec: CA-51
  test("is measured, once it is chosen", async () => {
    const shop = { latitude: 60.18, longitude: 24.95 };
    serve({
      [PRICE]: priced(1),
      [TOKEN]: held(8.9),
      "GET /api/commerce/v2/shops/12": { status: 200, body: shop },
      "GET /api/commerce/distance?originLat=60.18&originLng=24.95&destLat=60.1741&destLng=24.9536": {
        status: 200,
        body: { kilometres: 1.2 },
      },
    });
    await dispatch({ type: "setMethod", method: aDelivery() });
    await waitFor(() => expect(currentOrder().contact.deliveryDistance).toBe(1.2));
  });
});

/** Chooses a delivery while one call is answered after `ms` alone, by a clock that is the test's. */
async function choosesWhile(slow: string, ms: number) {
  const answers: Record<string, unknown> = {
    "/api/commerce/v2/shops/12": { latitude: 60.18, longitude: 24.95 },
    "/api/commerce/distance": { kilometres: 1.2 },
    "/api/pricing/delivery-price-token": {
      token: "fee",
      deliveryFee: 8.9,
      expiresAt: "2100-01-01T00:00:00Z",
    },
  };
  vi.useFakeTimers();
  // The browser's own clock of a call goes by the test's.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException("too late", "TimeoutError")), limit);
    return end.signal;
  });
  vi.stubGlobal("fetch", (path: string, { body, signal }: RequestInit = {}) => {
    const known = Object.entries(answers).find(([start]) => path.startsWith(start))?.[1];
    const answer = Response.json(known ?? pricedCart(JSON.parse(String(body ?? '{"orderItems":[]}'))));
    return new Promise((resolve, reject) => {
      setTimeout(() => resolve(answer), path.startsWith(slow) ? ms : 0);
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  try {
    const done = dispatch({ type: "setMethod", method: aDelivery() });
    await vi.advanceTimersByTimeAsync(9_000);
    await done;
    return currentOrder();
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
}

// spec: CA-51
test.each([
  [1_990, 1.2],
  [2_010, null],
])("the way of a delivery that is told after %i ms is %s km", async (ms, kilometres) => {
  const { contact } = await choosesWhile("/api/commerce/distance", ms);
  expect(contact.deliveryDistance).toBe(kilometres);
});

test.each([
  [4_990, "fee"],
  [5_010, null],
])("a fee that is held after %i ms is held by %s", async (ms, token) => {
  const { deliveryPriceToken, isPriced } = await choosesWhile("/api/pricing/delivery-price-token", ms);
  expect([deliveryPriceToken, isPriced]).toEqual([token, true]);
});

describe("while the network is away", () => {
  test("what is done is kept, and priced when it is back", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    serve({});
    await dispatch({ type: "increaseItem", uuid: "a" });
    await dispatch({ type: "increaseItem", uuid: "a" });
    expect(keptOrder()).toMatchObject({ isPriced: false, items: [{ quantity: 3 }] });
    expect(shownProblems()).toEqual([]);
    const asked = serve({ [PRICE]: priced(3) });
    comeBack();
    await waitFor(() => expect(keptOrder()?.isPriced).toBe(true));
    expect(bodies(asked).map(({ orderItems }) => orderItems[0]?.quantity)).toEqual([3]);
  });

  test.each([502, 503, 504])("a proxy that reaches no server (%i) is no refusal of one", async (status) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    serve({ [PRICE]: { status, body: "<html>" } });
    await dispatch({ type: "increaseItem", uuid: "a" });
    expect(keptOrder()).toMatchObject({ isPriced: false, items: [{ quantity: 2 }] });
    expect(shownProblems()).toEqual([]);
    serve({ [PRICE]: priced(2) });
    comeBack();
    await waitFor(() => expect(keptOrder()?.isPriced).toBe(true));
  });

  test("a page that is closed before it was answered has kept what was done", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const done = dispatch({ type: "increaseItem", uuid: "a" });
    leave();
    await done;
    expect(keptOrder()).toMatchObject({ isPriced: false, items: [{ quantity: 2 }] });
  });
});

describe("another tab", () => {
  const says = (order: object) => hearStorage({ key: ORDER_KEY, newValue: JSON.stringify(order) });

  // spec: CA-28
  test("is followed where it is newer", () => {
    const { result } = renderHook(() => useOrder(({ items }) => items.length));
    const { revision } = currentOrder();
    const newer: Order = { ...NEW_ORDER, revision: revision + 1 };
    act(() => says({ ...newer, revision: revision - 1 }));
    expect(result.current).toBe(1);
    act(() => says(newer));
    expect(result.current).toBe(0);
  });

  test("that was quicker is built on", async () => {
    vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) =>
      Response.json(pricedCart(JSON.parse(String(body)))),
    );
    const done = dispatch({ type: "addItem", item: newItem({ productId: "3002" }) });
    const other = {
      ...currentOrder(),
      revision: currentOrder().revision + 1,
      items: [orderItem({ quantity: 5 })],
    };
    localStorage.setItem(ORDER_KEY, JSON.stringify(other));
    await done;
    expect(keptOrder()?.items.map(({ quantity }) => quantity)).toEqual([5, 1]);
    expect(keptOrder()?.isPriced).toBe(true);
  });

  // spec: CA-29
  test("of another version has the page loaded anew", () => {
    const reload = vi.fn<() => void>();
    vi.stubGlobal("location", { ...window.location, reload });
    says({ ...NEW_ORDER, version: ORDER_VERSION + 1 });
    expect(reload).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});
