/** The queue of the cart's actions, event by event: what it asks of the world, and what it keeps. */
import { describe, expect, test } from "vitest";
import { aDelivery, aMethod, anOrder, newItem, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "./body";
import type { CartAction } from "./action";
import type { Order } from "./order";
import {
  type Asked,
  type QueueEffect,
  type QueueEvent,
  queueOf,
  type QueueState,
  shownOrder,
  stepQueue,
} from "./queue";

const NOW = Date.parse("2026-11-27T10:00:00Z");
const LATER = "2026-11-27T10:10:00Z";
const held = { token: "t", deliveryFee: 8.9, expiresAt: LATER };

/** A queue, and what it has asked for since one looked last. */
function queue(order: Order) {
  let state: QueueState = queueOf(order);
  let effects: QueueEffect[] = [];
  const send = (event: QueueEvent) => {
    const step = stepQueue(state, event, { now: NOW });
    state = step.state;
    effects = [...effects, ...step.effects];
  };
  const taken = () => {
    const now = effects;
    effects = [];
    return now;
  };
  const types = () => taken().map(({ type }) => type);
  return { send, taken, types, now: () => state };
}

function asked(
  id: string,
  action: CartAction = { type: "addItem", item: newItem() },
  isQuiet = false,
): Asked {
  return { id, action, isQuiet };
}
const ask = (id: string, action?: CartAction, isQuiet?: boolean): QueueEvent => ({
  type: "asked",
  asked: asked(id, action, isQuiet),
});
const REVALIDATE: CartAction = { type: "revalidate" };

/** The server finds no fault with what is being priced. */
const pricedAs = (order: Order, run: number): QueueEvent => ({
  type: "priced",
  run,
  priced: pricedCart(cartBodyOf(order) ?? { orderItems: [] }),
});
const kept = (order: Order, run: number, isOurs = true): QueueEvent => ({ type: "kept", run, isOurs, order });

const pickup = anOrder({ revision: 4 });
const delivery = anOrder({ revision: 4, method: aDelivery() });

describe("an action", () => {
  test("is shown at once, priced, kept over what it began with, and then settled", () => {
    const { send, taken, now } = queue(pickup);
    send(ask("a"));
    expect(shownOrder(now()).items[0]?.quantity).toBe(2);
    expect(taken()).toEqual([{ type: "price", run: 1, body: cartBodyOf(shownOrder(now())) }]);
    send(pricedAs(shownOrder(now()), 1));
    const [keep] = taken();
    expect(keep).toMatchObject({ type: "keep", run: 1, base: 4, order: { revision: 5, isPriced: true } });
    send(kept(shownOrder(now()), 1));
    expect(taken()).toEqual([
      { type: "judge", problems: [], isFaulty: false },
      { type: "settle", id: "a", isDone: true },
    ]);
    expect(now()).toMatchObject({ run: null, waiting: [], order: { revision: 5 } });
  });

  test("waits for the one before it, and runs then", () => {
    const { send, types, now } = queue(pickup);
    send(ask("a"));
    send(ask("b"));
    expect(types()).toEqual(["price"]);
    expect(shownOrder(now()).items[0]?.quantity).toBe(3);
    send({ type: "failed", run: 1, isAway: false });
    expect(types()).toEqual(["report", "settle", "price"]);
    expect(now().run?.asked.id).toBe("b");
    expect(shownOrder(now()).items[0]?.quantity).toBe(2);
  });

  test("that makes no sense is told of, and the next one runs", () => {
    const { send, taken, types, now } = queue(anOrder({ promotionCodes: ["koti"] }));
    const again: CartAction = { type: "addPromotionCode", code: "KOTI" };
    send(ask("a", again));
    expect(taken()).toMatchObject([{ type: "report" }, { type: "settle", id: "a", isDone: false }]);
    expect(now().run).toBeNull();
    send(ask("b"));
    send(ask("c", again));
    send(ask("d"));
    types();
    send({ type: "failed", run: 1, isAway: false });
    expect(types()).toEqual(["report", "settle", "report", "settle", "price"]);
    expect(now().run?.asked.id).toBe("d");
  });

  test("that nobody waits for fails without a word", () => {
    const { send, taken } = queue(pickup);
    send(ask("a", REVALIDATE, true));
    taken();
    send({ type: "failed", run: 1, isAway: false });
    expect(taken()).toEqual([{ type: "settle", id: "a", isDone: false }]);
  });

  test("begins anew where another tab kept its order meanwhile", () => {
    const { send, taken, types, now } = queue(pickup);
    send(ask("a"));
    send(pricedAs(shownOrder(now()), 1));
    taken();
    const other = anOrder({ revision: 5, items: [orderItem({ quantity: 7 })] });
    send(kept(other, 1, false));
    expect(types()).toEqual(["price"]);
    expect(now().run).toMatchObject({ number: 2, base: 5 });
    expect(shownOrder(now()).items[0]?.quantity).toBe(8);
  });

  test("heard of late, or in another phase, is passed over", () => {
    const { send, types, now } = queue(pickup);
    send(ask("a"));
    types();
    const before = now();
    send(kept(pickup, 1));
    send(pricedAs(pickup, 7));
    send({ type: "token", run: 1, held });
    send({ type: "failed", run: 2, isAway: true });
    expect([types(), now()]).toEqual([[], before]);
  });

  test("of an empty cart needs no price, and takes away the one that was", () => {
    const priced = pricedCart(cartBodyOf(pickup) ?? { orderItems: [] });
    const { send, taken } = queue(anOrder({ priced, isPriced: true }));
    send(ask("a", { type: "clear" }));
    expect(taken()).toMatchObject([{ type: "keep", order: { items: [], priced: null, isPriced: false } }]);
  });
});

describe("a delivery's fee", () => {
  test("is asked for once before the price, and held with the order", () => {
    const { send, taken, types, now } = queue(delivery);
    send(ask("a"));
    expect(taken()).toEqual([{ type: "get-token", run: 1, method: delivery.method }]);
    send({ type: "token", run: 1, held });
    expect(types()).toEqual(["price"]);
    expect(shownOrder(now())).toMatchObject({
      deliveryPriceToken: "t",
      deliveryPriceExpiresAt: LATER,
      heldDeliveryFee: 8.9,
    });
  });

  test("that nobody could say is not asked for again", () => {
    const { send, types, now } = queue(delivery);
    send(ask("a"));
    send({ type: "token", run: 1, held: null });
    expect(types()).toEqual(["get-token", "price"]);
    expect(shownOrder(now()).deliveryPriceToken).toBeNull();
  });

  test.each<[string, Partial<Order>, string]>([
    ["has none", {}, "get-token"],
    [
      "holds one no more",
      { deliveryPriceToken: "t", deliveryPriceExpiresAt: "2026-11-27T10:00:00Z" },
      "get-token",
    ],
    ["still holds one", { deliveryPriceToken: "t", deliveryPriceExpiresAt: "2026-11-27T10:00:01Z" }, "price"],
    ["goes to no zone", { method: aDelivery({ zoneId: null }) }, "price"],
    ["has no address", { method: aDelivery({ address: null }) }, "price"],
    ["is fetched", { method: aMethod() }, "price"],
  ])("is asked for where an order %s: %j", (_, parts, first) => {
    const { send, types } = queue({ ...delivery, ...parts });
    send(ask("a"));
    expect(types()).toEqual([first]);
  });

  test("that is another than before is told of", () => {
    const { send, taken, now } = queue({ ...delivery, heldDeliveryFee: 4.9 });
    send(ask("a"));
    send({ type: "token", run: 1, held });
    send(pricedAs(shownOrder(now()), 1));
    taken();
    send(kept(shownOrder(now()), 1));
    expect(taken()[0]).toMatchObject({ type: "judge", problems: [{ messageCode: "delivery/fee-changed" }] });
  });
});

test("of a new address the way there is measured, and of a place to fetch from none is", () => {
  const set = (method: Order["method"]) => {
    const { send, types, now } = queue(anOrder({ items: [] }));
    send(ask("a", { type: "setMethod", method: method ?? aMethod() }));
    send({ type: "token", run: 1, held });
    send(kept(shownOrder(now()), 1));
    return types();
  };
  expect(set(aDelivery())).toContain("measure");
  expect(set(aMethod())).not.toContain("measure");
});

describe("while the network is away", () => {
  test("what is done is kept unpriced, and tried again ever later", () => {
    const { send, taken, now } = queue(pickup);
    const waits: number[] = [];
    for (let miss = 1; miss <= 6; miss += 1) {
      send(ask(`${miss}`));
      if (miss > 1) send(kept(shownOrder(now()), now().runs));
      send({ type: "back", id: `back${miss}` });
      send({ type: "failed", run: now().runs, isAway: true });
      for (const effect of taken()) if (effect.type === "try-again-in") waits.push(effect.ms);
      send(kept(shownOrder(now()), now().runs));
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(now().isAway).toBe(true);
    expect(shownOrder(now())).toMatchObject({ isPriced: false });
  });

  test("nothing is priced until it is back; then all is at once, without a word", () => {
    const { send, taken, types, now } = queue(pickup);
    send(ask("a"));
    send({ type: "failed", run: 1, isAway: true });
    send(kept(shownOrder(now()), 1));
    send(ask("b"));
    expect(taken().at(-1)).toMatchObject({ type: "keep" });
    send(kept(shownOrder(now()), 2));
    types();
    send({ type: "back", id: "back" });
    expect(types()).toEqual(["price"]);
    expect(now()).toMatchObject({ isAway: false, run: { asked: asked("back", REVALIDATE, true) } });
  });

  test("what is priced is not priced again only because it may be back", () => {
    const { send, types } = queue(anOrder({ isPriced: true }));
    send({ type: "back", id: "back" });
    expect(types()).toEqual([]);
  });
});

describe("when the page may be closed", () => {
  test("what runs and what waits is kept at once, but for mere pricing, and counts as done", () => {
    const { send, taken, now } = queue(pickup);
    send(ask("a"));
    send(ask("b"));
    send(ask("c", REVALIDATE, true));
    taken();
    send({ type: "leaving" });
    expect(taken()).toEqual([
      { type: "keep-now", actions: [asked("a"), asked("b")] },
      { type: "settle", id: "a", isDone: true },
      { type: "settle", id: "b", isDone: true },
    ]);
    expect(now()).toMatchObject({ run: null, waiting: [] });
  });

  test("nothing is kept where nothing is under way but pricing", () => {
    const { send, taken, now } = queue(pickup);
    send(ask("a", REVALIDATE, true));
    taken();
    send({ type: "leaving" });
    expect(taken()).toEqual([]);
    expect(now().run?.asked.id).toBe("a");
  });
});

test("of another tab's order the newer one counts", () => {
  const { send, now } = queue(pickup);
  send({ type: "received", order: anOrder({ revision: 4, items: [] }) });
  expect(now().order).toBe(pickup);
  const newer = anOrder({ revision: 5, items: [] });
  send({ type: "received", order: newer });
  expect(now().order).toBe(newer);
});

test("an order of another version of the page has the page loaded anew", () => {
  const { send, taken } = queue(pickup);
  send({ type: "foreign-version" });
  expect(taken()).toEqual([{ type: "reload" }]);
});
