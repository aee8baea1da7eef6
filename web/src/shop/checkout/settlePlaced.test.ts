// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import { answer as PAID } from "../../testing/fixtures/orderData.gen";
import { putOrder } from "../testing/cart";
import { aMethod, orderItem } from "../testing/orders";
import { memorize, recall } from "./memory";
import { settlePlaced } from "./settlePlaced";

const DETAILS = "POST /api/commerce/v2/order/DetailsByKey";
const PLACED_AT = Date.parse("2026-11-27T10:00:00Z");
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  putOrder({ method: aMethod(), items: [orderItem()] });
  memorize({
    attempt: {
      key: "a",
      bodies: [JSON.stringify({ orderItems: [] })],
      begunAt: PLACED_AT,
      isUnsure: false,
      order: { orderId: "10001", orderKey: "abc", payable: 20 },
    },
    acceptedAt: PLACED_AT,
  });
});
afterEach(() => vi.useRealTimers());

// spec: CK-08
test.each([
  [30 * MINUTE, true],
  [30 * MINUTE + 1, false],
])("%i ms after it was placed, that a paid order leads to its result is %s", async (ms, isRecent) => {
  vi.setSystemTime(PLACED_AT + ms);
  const asked = serve({ [DETAILS]: { status: 200, body: { orderData: PAID } } });
  expect(await settlePlaced()).toMatchObject({ state: "received", isRecent, order: { orderId: "10001" } });
  expect(asked[0]?.body).toEqual({ orderId: "10001", orderKey: "abc" });
  // Its id is kept no longer: nothing waits for money any more.
  expect(recall().attempt).toBeNull();
});

test("who has placed nothing is led nowhere", async () => {
  memorize({ attempt: null, acceptedAt: null });
  const asked = serve({});
  expect(await settlePlaced()).not.toMatchObject({ state: "received" });
  expect(asked).toEqual([]);
});
