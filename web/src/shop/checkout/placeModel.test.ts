/** Whatever is lost, late or crashes, and in whatever tab a person presses: one intent is one order, charged once. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeOrder, settle, type Outcome } from "./place";
import { Crash, type Fault, PRICE, World } from "./testing/world";

const FAULTS: readonly Fault[] = [
  "none",
  "request-lost",
  "answer-lost",
  "late",
  "crash-before",
  "crash-after",
];

type Step =
  | { type: "press"; faults: Fault[] }
  | { type: "settle"; faults: Fault[] }
  | { type: "add" }
  | { type: "remove" }
  | { type: "method"; method: string }
  | { type: "pay"; which: number }
  | { type: "expire"; which: number }
  | { type: "rise" }
  | { type: "arrive" }
  | { type: "wait"; ms: number };

const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 9 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("press" as const), faults }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("settle" as const), faults }) },
  { weight: 2, arbitrary: fc.constant({ type: "add" as const }) },
  { weight: 1, arbitrary: fc.constant({ type: "remove" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("method" as const),
      method: fc.constantFrom("scheme", "mobilepay", "onsite"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("pay" as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("expire" as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ type: "rise" as const }) },
  { weight: 2, arbitrary: fc.constant({ type: "arrive" as const }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.nat(20_000) }) },
);

let lines = 0;

async function press(world: World): Promise<Outcome | null> {
  const wanted = world.wanted();
  return wanted && (await survive(placeOrder(world.ports(), wanted)));
}

/** A tab that crashed is opened again: nothing but what was written down is left of it. */
async function survive<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Crash) return null;
    throw error;
  }
}

async function act(world: World, step: Step): Promise<void> {
  const order = "which" in step ? world.orders[step.which % Math.max(1, world.orders.length)] : undefined;
  switch (step.type) {
    case "press":
      world.faults = [...step.faults];
      await press(world);
      break;
    case "settle":
      world.faults = [...step.faults];
      await survive(settle(world.ports()));
      break;
    case "add":
      lines += 1;
      world.lines = [...world.lines, { uuid: `line-${lines}`, price: PRICE }];
      break;
    case "remove":
      world.lines = world.lines.slice(1);
      break;
    case "method":
      world.method = step.method;
      break;
    case "pay":
      // Nobody gets to the provider without the answer that says where it is.
      if (order && world.remembered.has(order.orderId)) world.payAtProvider(order);
      break;
    case "expire":
      if (order) world.expire(order);
      break;
    case "rise":
      world.rise += 1;
      break;
    case "arrive":
      await world.letLateArrive();
      break;
    case "wait":
      world.now += step.ms;
      break;
  }
  world.faults = [];
}

function check(world: World): void {
  const received = world.orders.filter(({ standing }) => standing === "received");
  const eaten = received.flatMap(({ uuids }) => uuids);
  expect(eaten.length, "no line is ordered twice").toBe(new Set(eaten).size);
  expect(world.orders.every(({ charges }) => charges <= 1)).toBe(true);
}

test("one intent is one order, charged once", async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      const world = new World();
      lines += 1;
      world.lines = [{ uuid: `line-${lines}`, price: PRICE }];
      for (const one of steps) {
        await act(world, one);
        check(world);
      }
      await ends(world);
    }),
    { numRuns: 2_000 },
  );
});

/** Once the network is back, pressing leads to an end, and nothing that was chosen is lost on the way. */
async function ends(world: World): Promise<void> {
  await world.letLateArrive();
  const chosen = new Set(world.lines.map(({ uuid }) => uuid));
  for (let presses = 0; presses < 6 && world.lines.length > 0; presses += 1) {
    world.now += 20_000;
    const outcome = await press(world);
    if (outcome?.type === "redirect") {
      const order = world.orders.find(({ orderId }) => orderId === outcome.order.orderId);
      if (order) world.payAtProvider(order);
      await settle(world.ports());
    }
    check(world);
  }
  expect(world.lines, "the cart is empty in the end").toEqual([]);
  const received = world.orders.filter(({ standing }) => standing === "received");
  const eaten = new Set(received.flatMap(({ uuids }) => uuids));
  expect([...chosen].filter((uuid) => !eaten.has(uuid))).toEqual([]);
  // Who empties their cart leaves an order to its expiry; but it is known, or it will be asked for.
  const { attempt } = world.ports().read();
  const unseen = received.filter(({ orderId }) => !attempt?.isUnsure && !world.remembered.has(orderId));
  expect(unseen, "every order that was received is remembered").toEqual([]);
  const waiting = world.orders.filter(({ standing }) => standing === "waiting");
  const unknown = waiting.filter(({ orderId }) => !attempt?.isUnsure && attempt?.order?.orderId !== orderId);
  expect(received.filter(({ orderId }) => world.struck.has(orderId))).toEqual([]);
  expect(unknown, "no order waits that nobody knows of").toEqual([]);
}
