import { expect, test } from "vitest";
import { ApiError } from "../../api/client";
import { changeGiftCard, showHeld, usedGiftCard } from "./giftCard";
import { placeOrder, settle } from "./place";
import type { CheckoutPorts, PayAnswer } from "./ports";
import { PRICE, refused, unreachable, World } from "./testing/world";

function aWorld(...uuids: string[]): World {
  const world = new World();
  world.lines = (uuids.length > 0 ? uuids : ["a"]).map((uuid) => ({ uuid, price: PRICE }));
  return world;
}

function seenIn(world: World) {
  const wanted = world.wanted();
  if (!wanted) throw new Error("the cart is empty");
  return wanted;
}

async function press(world: World) {
  return await placeOrder(world.ports(), seenIn(world));
}

/** Presses in a world of which a part is another. */
async function pressWith(world: World, change: Partial<CheckoutPorts>) {
  return await placeOrder({ ...world.ports(), ...change }, seenIn(world));
}

const ids = (world: World) => world.orders.map(({ orderId, standing }) => `${orderId} ${standing}`);
const attempt = (world: World) => world.ports().read().attempt;

// spec: CA-48, CK-05
test("an order is placed under a key, kept with its number, and leads to the provider; the cart stays", async () => {
  const world = aWorld();
  expect(await press(world)).toMatchObject({ type: "redirect", url: "/pay/10000" });
  expect(attempt(world)).toMatchObject({ order: { orderId: "10000", orderKey: "k10000" }, isUnsure: false });
  expect(world.lines).toHaveLength(1);
});

// spec: CK-10
test("whoever counts is told of an order once it is received, not while it waits for its money", async () => {
  const world = aWorld();
  await press(world);
  expect(world.bought).toEqual([]);
  const [order] = world.orders;
  if (!order) throw new Error("nothing was placed");
  world.payAtProvider(order);
  await settle(world.ports());
  expect(world.bought).toEqual(["10000"]);
});

test("what is paid in the restaurant is received at once, and leaves the cart", async () => {
  const world = aWorld();
  world.method = "onsite";
  expect(await press(world)).toMatchObject({ type: "received" });
  expect([world.lines, attempt(world)]).toEqual([[], null]);
});

test("the unchanged cart is paid again, whatever the method", async () => {
  const world = aWorld();
  await press(world);
  world.method = "mobilepay";
  expect(await press(world)).toMatchObject({ type: "redirect", order: { orderId: "10000" } });
  expect(ids(world)).toEqual(["10000 waiting"]);
});

test("a changed cart cancels the order first, then is placed anew", async () => {
  const world = aWorld("a");
  await press(world);
  world.lines = [...world.lines, { uuid: "b", price: PRICE }];
  world.now += 10_000;
  expect(await press(world)).toMatchObject({ type: "redirect", order: { orderId: "10001" } });
  expect(ids(world)).toEqual(["10000 over", "10001 waiting"]);
});

// spec: CK-09
test("no other order within ten seconds, whatever the cart; the same one may be paid", async () => {
  const world = aWorld("a");
  await press(world);
  world.now += 9_999;
  expect(await press(world)).toMatchObject({ type: "redirect" });
  world.lines = [{ uuid: "b", price: PRICE }];
  expect(await press(world)).toEqual({ type: "too-soon" });
  expect(ids(world)).toEqual(["10000 waiting"]);
  world.now += 1;
  expect(await press(world)).toMatchObject({ type: "redirect", order: { orderId: "10001" } });
});

// spec: CK-37
test("a lost answer is asked for again under the same key", async () => {
  const world = aWorld();
  world.faults = ["none", "answer-lost", "answer-lost"];
  expect(await press(world)).toMatchObject({ type: "redirect" });
  expect(ids(world)).toEqual(["10000 waiting"]);
});

test("where no answer comes, nobody knows; the next press finds the order", async () => {
  const world = aWorld();
  const lost = Array.from({ length: 4 }, () => "answer-lost" as const);
  world.faults = ["none", ...lost, ...lost];
  expect(await press(world)).toEqual({ type: "unsure" });
  expect(await press(world)).toEqual({ type: "unsure" });
  // The same words under the same key are one thing that may have been done.
  expect(attempt(world)?.bodies).toHaveLength(1);
  expect(await press(world)).toMatchObject({ type: "redirect", order: { orderId: "10000" } });
  expect(ids(world)).toEqual(["10000 waiting"]);
});

test("an order that went through unseen is not made twice by a changed cart: the person is asked", async () => {
  const world = aWorld("a");
  world.method = "onsite";
  world.faults = ["none", "answer-lost", "answer-lost", "answer-lost", "answer-lost"];
  expect(await press(world)).toEqual({ type: "unsure" });
  world.lines = [...world.lines, { uuid: "b", price: PRICE }];
  expect(await press(world)).toMatchObject({ type: "received-earlier" });
  expect(world.lines).toEqual([{ uuid: "b", price: PRICE }]);
  expect(ids(world)).toEqual(["10000 received"]);
});

test("a price that is another now is shown, and asked about again", async () => {
  const world = aWorld();
  const seen = seenIn(world);
  world.rise = 2;
  expect((await placeOrder(world.ports(), seen)).type).toBe("changed");
  const ports = world.ports();
  world.rise = 0;
  const risen = { ...ports, price: async () => ({ isValid: true, grandTotal: 12 }) };
  expect(await placeOrder(risen, seen)).toEqual({ type: "price-changed", grandTotal: 12 });
  expect(world.orders).toEqual([]);
});

test("what a gift card cannot pay any more is shown, and sent as it was shown", async () => {
  const world = aWorld();
  const metadata = { grandTotal: PRICE, giftCardHold: 4.4 };
  const place = () => {
    const refusal = { messageCode: "order/price-changed", message: "", metadata } as const;
    return Promise.reject(new ApiError(409, refusal));
  };
  const came = await placeOrder({ ...world.ports(), place }, seenIn(world));
  expect(came).toEqual({ type: "price-changed", grandTotal: PRICE, giftCardHold: 4.4 });
  expect(attempt(world)).toBeNull();

  changeGiftCard({ isUsed: true, card: { number: "1111 2222", pin: "22" } });
  expect(usedGiftCard("scheme")).toEqual({ number: "11112222", pin: "22", held: null });
  showHeld(4.4);
  expect(usedGiftCard("scheme")).toMatchObject({ held: 4.4 });
  changeGiftCard({ card: { number: "3333", pin: "44" } });
  expect(usedGiftCard("scheme")).toMatchObject({ held: null });
});

// spec: CK-03
test("what cannot be ordered, or not be priced, is not sent", async () => {
  const world = aWorld();
  const seen = seenIn(world);
  const faulty = { ...world.ports(), price: async () => ({ isValid: false, grandTotal: PRICE }) };
  expect(await placeOrder(faulty, seen)).toEqual({ type: "invalid" });
  const unheard = { ...world.ports(), price: async () => "away" as const };
  expect(await placeOrder(unheard, seen)).toEqual({ type: "away" });
  const unjudged = { ...world.ports(), price: async () => "failed" as const };
  expect(await placeOrder(unjudged, seen)).toEqual({ type: "unchecked" });
  expect(world.orders).toEqual([]);
});

test("an order that was paid meanwhile takes its lines out of the cart; one that waits does not", async () => {
  const world = aWorld("a");
  await press(world);
  expect(await settle(world.ports())).toMatchObject({ state: "waiting" });
  expect(world.lines).toHaveLength(1);
  world.orders.forEach((order) => world.payAtProvider(order));
  world.lines = [...world.lines, { uuid: "b", price: PRICE }];
  expect(await settle(world.ports())).toMatchObject({ state: "received" });
  expect(world.lines).toEqual([{ uuid: "b", price: PRICE }]);
});

// spec: CK-08
test("an order whose time is over is forgotten, and the same cart placed anew", async () => {
  const world = aWorld();
  await press(world);
  world.orders.forEach((order) => world.expire(order));
  world.now += 30 * 60_000;
  expect(await press(world)).toMatchObject({ type: "redirect", order: { orderId: "10001" } });
  expect([...world.struck]).toEqual(["10000"]);
});

test("the provider is asked anew only for an order that stands, and whatever it says is passed on", async () => {
  const world = aWorld();
  const asked: string[] = [];
  const says = (answer: PayAnswer) => ({
    pay: async ({ orderId }: { orderId: string }) => {
      asked.push(orderId);
      return answer;
    },
  });
  const refusal = { action: "refused", redirectUrl: null, errorCode: 1041102 } as const;
  expect(await pressWith(world, says(refusal))).toMatchObject({ type: "redirect" });
  expect(asked).toEqual([]);
  const order = { orderId: "10000", orderKey: "k10000", payable: PRICE };
  expect(await pressWith(world, says(refusal))).toEqual({
    type: "not-paid",
    order,
    method: "scheme",
    errorCode: 1041102,
  });
  const nowhere = { action: "redirect", redirectUrl: null, errorCode: null } as const;
  expect(await pressWith(world, says(nowhere))).toMatchObject({ type: "not-paid", errorCode: null });
  const completed = { action: "completed", redirectUrl: null, errorCode: null } as const;
  expect(await pressWith(world, says(completed))).toEqual({ type: "received", order });
  expect([asked, world.lines]).toEqual([["10000", "10000", "10000"], []]);
});

test("a refusal is passed on, and nothing stays of the try", async () => {
  const world = aWorld();
  const error = refused(422, "shop/offline");
  expect(await pressWith(world, { place: () => Promise.reject(error) })).toEqual({ type: "refused", error });
  expect(attempt(world)).toBeNull();
  const dearer = refused(409, "order/price-changed");
  expect(await pressWith(world, { place: () => Promise.reject(dearer) })).toEqual({
    type: "price-changed",
    grandTotal: null,
  });
});

test.each([
  ["nobody answers", unreachable()],
  ["the server is at fault", refused(503, "service/error")],
  ["it is still at work", refused(409, "request/in-progress")],
])("while %s it is asked for ever less often, and then nobody knows", async (_, error) => {
  const world = aWorld();
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  expect(await pressWith(world, { place: () => Promise.reject(error), pause })).toEqual({ type: "unsure" });
  const [first = 0] = waits;
  expect(first).toBeGreaterThan(0);
  expect(waits).toEqual([first, first * 2, first * 4]);
  expect(attempt(world)).toMatchObject({ isUnsure: true, order: null });
});

test("an order that the server does not know any more is forgotten, and the cart placed anew", async () => {
  const world = aWorld();
  await press(world);
  world.orders = [];
  world.now += 30 * 60_000;
  expect(await press(world)).toMatchObject({ type: "redirect" });
  expect([...world.struck]).toEqual(["10000"]);
  expect(world.orders).toHaveLength(1);
});

test("an order that cannot be cancelled because its time is over makes room all the same", async () => {
  const world = aWorld("a");
  await press(world);
  world.orders.forEach((order) => world.expire(order));
  world.lines = [...world.lines, { uuid: "b", price: PRICE }];
  world.now += 10_000;
  const cancel = () => Promise.reject(refused(409, "order/cannot-cancel"));
  expect(await pressWith(world, { cancel })).toMatchObject({ type: "redirect", order: { orderId: "10001" } });
});

test("a key under which the server made none of what was asked is given up", async () => {
  const world = aWorld();
  const lost = Array.from({ length: 4 }, () => "request-lost" as const);
  world.faults = ["none", ...lost];
  expect(await press(world)).toEqual({ type: "unsure" });
  const key = attempt(world)?.key;
  const { place } = world.ports();
  const known = (body: string, under: string) =>
    under === key ? Promise.reject(refused(422, "request/idempotency-mismatch")) : place(body, under);
  expect(await pressWith(world, { place: known })).toMatchObject({ type: "redirect" });
  expect(attempt(world)?.key).not.toBe(key);
  expect(ids(world)).toEqual(["10000 waiting"]);
});

test("what became of an order that nobody can be asked of is not known", async () => {
  const world = aWorld();
  await press(world);
  world.faults = Array.from({ length: 4 }, () => "request-lost" as const);
  expect(await settle(world.ports())).toMatchObject({ state: "unknown", order: { orderId: "10000" } });
  expect(attempt(world)).not.toBeNull();
});
