// @vitest-environment jsdom
/** What placing an order says to the server, and what it does in this browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { OrderData } from "../../api/wire";
import { comeBack } from "../cart/cart";
import { currentOrder } from "../cart/useCart";
import { placedOrders } from "../orders/placedOrders";
import { putOrder } from "../testing/cart";
import { aMethod, anOrder, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "../cart/body";
import { checkReturned } from "./checkReturned";
import { checkoutPorts, wantedOf } from "./realPorts";

const CART = "POST /api/pricing/pricing/customer/cart";
const DETAILS = "POST /api/commerce/v2/order/DetailsByKey";
const order = { orderId: "10001", orderKey: "secret" };
const items = [orderItem({ quantity: 2 }), orderItem({ uuid: "b", productId: "3002" })];
const pricedAs = (grandTotal: number, isValid = true): Answer => {
  const priced = pricedCart(cartBodyOf(anOrder({ items })) ?? { orderItems: [] });
  const pricingDetails = { ...priced.pricingDetails, grandTotal };
  return { status: 200, body: { ...priced, pricingDetails, validationResult: { isValid, messages: [] } } };
};

beforeEach(() => {
  localStorage.clear();
  putOrder({ method: aMethod(), items });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what is wanted", () => {
  const priced = pricedCart(cartBodyOf(anOrder({ items })) ?? { orderItems: [] });
  const whole = anOrder({ items, priced, isPriced: true, paymentMethod: "bank", paymentOption: "OP" });

  test("is the cart, how it is paid, and what it was said to cost", () => {
    expect(wantedOf(whole, null, "kallio")).toEqual({
      shopExternalId: "kallio",
      body: {
        ...cartBodyOf(whole),
        paymentMethod: "bank",
        paymentOption: { issuer: "OP" },
        grandTotal: 30,
      },
    });
  });

  test("may be one thing alone", () => {
    expect(wantedOf({ ...whole, items: items.slice(1) }, null, "kallio")).not.toBeNull();
  });

  test("has the gift card, and what was shown of it once it was", () => {
    const body = (held: number | null) => wantedOf(whole, { number: "1", pin: "2", held }, "kallio")?.body;
    expect(body(null)).toMatchObject({
      paymentOption: { issuer: "OP", giftCard: { number: "1", pin: "2" } },
    });
    expect(body(null)).not.toHaveProperty("giftCardHold");
    expect(body(20)).toMatchObject({ giftCardHold: 20 });
  });

  test.each([
    ["nowhere", { method: null }],
    ["without a price of now", { isPriced: false }],
    ["without a price at all", { priced: null }],
    ["of nothing", { items: [] }],
  ])("is nothing %s", (_, change) => {
    expect(wantedOf({ ...whole, ...change }, null, "kallio")).toBeNull();
  });
});

describe("the server", () => {
  const wanted = (paymentMethod: string | null, paymentOption: string | null) => {
    const priced = pricedCart(cartBodyOf(anOrder({ items })) ?? { orderItems: [] });
    const found = wantedOf(
      anOrder({ items, priced, isPriced: true, paymentMethod, paymentOption }),
      null,
      "kallio",
    );
    if (!found) throw new Error("nothing is wanted");
    return found;
  };

  test("is sent the order under its key, letter by letter", async () => {
    const asked = serve({ "POST /api/commerce/v2/shoppingcart/order": { status: 200, body: order } });
    expect(await checkoutPorts("kallio").place('{"shopId":"12"}', "k-1")).toEqual(order);
    expect(asked).toMatchObject([{ key: "k-1", body: { shopId: "12" } }]);
  });

  test.each([
    ["bank", "OP", { selectedPaymentMethod: "bank", issuer: "OP" }],
    ["scheme", null, { selectedPaymentMethod: "scheme" }],
    [null, null, { selectedPaymentMethod: "" }],
  ])("is asked to have it paid by %s, %s", async (method, issuer, said) => {
    const answer = { action: "completed", redirectUrl: null, errorCode: null };
    const asked = serve({ "POST /api/payments/pay": { status: 200, body: answer } });
    const paid = await checkoutPorts("kallio").pay({ ...order, payable: 30 }, wanted(method, issuer));
    expect(paid).toEqual(answer);
    expect(asked[0]?.body).toEqual({ ...order, grandTotal: 30, shopExternalId: "kallio", ...said });
  });

  test("is told which order is off", async () => {
    const asked = serve({ "POST /api/commerce/v2/order/cancel": { status: 204 } });
    await checkoutPorts("kallio").cancel({ ...order });
    expect(asked[0]?.body).toEqual(order);
  });

  test.each<[string, Answer, unknown]>([
    ["finds no fault", pricedAs(30), { isValid: true, grandTotal: 30 }],
    ["finds fault", pricedAs(12.5, false), { isValid: false, grandTotal: 12.5 }],
    ["cannot say", refusal(500, "service/error", "Jotain meni vikaan."), "failed"],
  ])("that %s with what the cart costs is believed", async (_, answer, verdict) => {
    const asked = serve({ [CART]: answer });
    expect(await checkoutPorts("kallio").price()).toEqual(verdict);
    expect(asked.at(-1)?.call).toBe(CART);
  });

  test("that nobody reaches has said nothing", async () => {
    serve({});
    expect(await checkoutPorts("kallio").price()).toBe("away");
    serve({ [CART]: pricedAs(30) });
    comeBack();
  });
});

describe("this browser", () => {
  test("remembers an order once, and forgets it when it is struck", () => {
    const ports = checkoutPorts("kallio");
    ports.remember(order);
    const [first] = placedOrders();
    expect(first).toMatchObject(order);
    expect(Math.abs(Date.parse(first?.placedAt ?? "") - ports.now())).toBeLessThan(60_000);
    ports.remember({ orderId: "10002", orderKey: "k" });
    ports.remember({ ...order });
    expect(placedOrders().map(({ orderId }) => orderId)).toEqual(["10002", "10001"]);
    ports.strike({ orderId: "10002", orderKey: "k" });
    expect(placedOrders()).toEqual([first]);
    ports.strike(order);
  });

  test("takes out what was sent, and leaves what was put in since", async () => {
    serve({ [CART]: pricedAs(10) });
    const sent = (cartBodyOf(anOrder({ items })) ?? { orderItems: [] }).orderItems;
    putOrder({ method: aMethod(), items: [orderItem({ quantity: 5 }), ...items.slice(1)] });
    await checkoutPorts("kallio").takeOut(sent);
    expect(currentOrder().items.map(({ uuid }) => uuid)).toEqual(["a"]);
    putOrder({ method: aMethod(), items, additionalInfo: "Ovikoodi 1234" });
    await checkoutPorts("kallio").takeOut(sent);
    expect(currentOrder()).toMatchObject({ items: [], additionalInfo: "" });
  });
});

describe("who comes back from the provider", () => {
  const details = (change: Partial<OrderData>): Answer => ({
    status: 200,
    body: { orderData: { status: -1, paymentStatus: 1, errorCode: null, errorMessage: null, ...change } },
  });
  const check = async (...answers: Answer[]) => {
    vi.useFakeTimers();
    const asked = serve({ [DETAILS]: answers });
    const begun = Date.now();
    const checked = checkReturned(order, new AbortController().signal);
    await vi.runAllTimersAsync();
    return { checked: await checked, asked: asked.length, seconds: (Date.now() - begun) / 1_000 };
  };
  const open = details({});

  test("hears at once that the order was received, and finds it among what was placed here", async () => {
    expect(await check(details({ status: 0, paymentStatus: 2 }))).toMatchObject({
      checked: { type: "received" },
      asked: 1,
      seconds: 0,
    });
    expect(placedOrders()).toMatchObject([order]);
    checkoutPorts("").strike(order);
  });

  test("has it asked for again every five seconds while it is open, three times", async () => {
    expect(await check(open, details({ errorCode: 1041108 }))).toMatchObject({
      checked: { type: "cancelled" },
      asked: 2,
      seconds: 5,
    });
    expect(await check(open)).toMatchObject({ checked: { type: "pending" }, asked: 4, seconds: 15 });
    expect(placedOrders()).toEqual([]);
  });

  test("hears that it is gone, and that nobody knows", async () => {
    const gone = refusal(404, "order/not-found", "Tilausta ei löydy.");
    expect(await check(gone)).toMatchObject({
      checked: { type: "failed", message: "Tilausta ei löydy." },
      asked: 1,
    });
    expect(await check({ status: 503 })).toMatchObject({ checked: { type: "unknown" } });
  });

  test("and has gone on meanwhile is not asked for", async () => {
    const asked = serve({ [DETAILS]: open });
    const gone = AbortSignal.abort();
    expect(await checkReturned(order, gone)).toEqual({ type: "unknown" });
    expect(asked).toEqual([]);
  });
});
