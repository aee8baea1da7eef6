import { describe, expect, test } from "vitest";
import type { OrderTracking } from "../api/wire";
import {
  eventOf,
  feedbackOpen,
  isEnded,
  isOver,
  isUnderWay,
  minutesLeft,
  outcomeOf,
  phaseOf,
  showsCar,
  windowsLit,
} from "./rules";
import { anOrder, anOrderAt, at, EPOCH, of } from "./testing/orders";

const STATUSES = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const MINUTE = 60_000;

const standingAt = (status: number, change: Partial<OrderTracking> = {}) => anOrderAt([0, status], change);
const untracked = { restaurant: { ...anOrder().restaurant, noDeliveryTracking: true } };
const carIn = (minutes: number) => ({
  at: at(0),
  minutes,
  from: minutes,
  to: minutes + 2,
  basis: "car" as const,
});

describe("a status", () => {
  /** What happened at it, whether an order at it is under way, and whether it is over. */
  const said = (...statuses: number[]) =>
    statuses.map((status) =>
      [
        status,
        eventOf(status),
        ...(isUnderWay(status) ? ["under way"] : []),
        ...(isEnded(status) ? ["over"] : []),
      ].join(" "),
    );

  // spec: T-32, T-33, T-34, T-35, T-36, T-37
  test("of the kitchen", () => {
    expect(said(-1, 0, 1, 2, 3, 4)).toEqual([
      "-1 received",
      "0 received under way",
      "1 accepted under way",
      "2 inMaking under way",
      "3 inOven under way",
      "4 finished under way",
    ]);
  });

  // spec: T-38, T-39, T-40, T-41, T-42, T-43
  test("of the road", () => {
    expect(said(5, 6, 7, 8, 9, 10)).toEqual([
      "5 inBatch under way",
      "6 inCar under way",
      "7 waitingForDelivery under way",
      "8 inDelivery under way",
      "9 deliveryFailed under way",
      "10 neverDelivered under way over",
    ]);
  });

  // spec: T-44, T-45, T-46
  test("of the end", () => {
    expect(said(11, 12, 13)).toEqual([
      "11 delivered under way over",
      "12 feedbackAsked under way over",
      "13 cancelled over",
    ]);
  });
});

describe("phases", () => {
  const phases = (...statuses: number[]) =>
    statuses.map((status) => phaseOf(standingAt(status), EPOCH)).join(" ");

  test("of a delivery in the kitchen", () => {
    expect(phases(-1, 0, 1, 2, 3, 4)).toBe("received received accepted inMaking inOven waitingForDelivery");
  });

  test("of a delivery that leaves, and perhaps comes back", () => {
    expect(phases(5, 6, 7, 8, 9, 10)).toBe(
      "waitingForDelivery waitingForDelivery waitingForDelivery inDelivery deliveryFailed deliveryFailed",
    );
  });

  test("of a delivery that is over", () => {
    expect(phases(11, 12, 13)).toBe("final final cancelled");
  });

  test("of a restaurant without delivery tracking", () => {
    expect(phaseOf(standingAt(3, untracked), EPOCH)).toBe("inOven");
    expect(phaseOf(standingAt(4, untracked), EPOCH)).toBe("noDeliveryTracking");
    expect(phaseOf(standingAt(8, untracked), EPOCH)).toBe("noDeliveryTracking");
    expect(phaseOf(standingAt(11, untracked), EPOCH)).toBe("final");
  });

  test("of what is ready at the counter", () => {
    expect(phaseOf(of("pickup", standingAt(4)), EPOCH)).toBe("readyForPickup");
    expect(phaseOf(of("eatin", standingAt(4)), EPOCH)).toBe("eatInReady");
  });

  test("of the road: others first, then on the way, then near on the car's word alone", () => {
    const onTheWay = (change: Partial<OrderTracking>) => phaseOf(standingAt(8, change), EPOCH);
    expect(onTheWay({ stopsBefore: 2, estimate: carIn(2) })).toBe("batchInDelivery");
    expect(onTheWay({ stopsBefore: 0, estimate: carIn(9) })).toBe("inDelivery");
    expect(onTheWay({ stopsBefore: 0, estimate: carIn(3) })).toBe("near");
    expect(onTheWay({ stopsBefore: 0, estimate: { ...carIn(3), basis: "batch" } })).toBe("inDelivery");
  });

  test("of a late kitchen: the upper estimate or the promise has passed", () => {
    const order = standingAt(2, { estimate: { ...carIn(10), basis: "kitchen" } });
    expect(phaseOf(order, EPOCH + 12 * MINUTE)).toBe("inMaking");
    expect(phaseOf(order, EPOCH + 12 * MINUTE + 1)).toBe("delayed");
    expect(phaseOf({ ...order, promisedAt: at(5) }, EPOCH + 6 * MINUTE)).toBe("delayed");
    expect(phaseOf(standingAt(4, { promisedAt: at(5) }), EPOCH + 6 * MINUTE)).toBe("waitingForDelivery");
  });

  test("of a preorder: until the kitchen begins", () => {
    const preorder = (status: number) => phaseOf(standingAt(status, { preOrderTime: at(180) }), EPOCH);
    expect([-1, 0, 1, 2, 3].map(preorder).join(" ")).toBe("preorder preorder preorder inMaking inOven");
  });

  test("of an order that was asked for feedback, but never reached the door", () => {
    expect(phaseOf(anOrderAt([0, 8, 9, 10, 12]), EPOCH)).toBe("deliveryFailed");
    expect(phaseOf(anOrderAt([0, 8, 11, 12]), EPOCH)).toBe("final");
  });
});

describe("the end", () => {
  const over = (order: (status: number) => OrderTracking) =>
    STATUSES.filter((status) => isOver(order(status)));

  test("comes where polling stops, and at 12", () => {
    expect(over((status) => standingAt(status))).toEqual([10, 11, 12, 13]);
    expect(over((status) => standingAt(status, untracked))).toEqual([4, 10, 11, 12, 13]);
    expect(over((status) => of("pickup", standingAt(status)))).toEqual([4, 10, 11, 12, 13]);
    expect(over((status) => of("eatin", standingAt(status)))).toEqual([4, 10, 11, 12, 13]);
  });

  test("opens feedback, unless the order was cancelled", () => {
    expect(STATUSES.filter((status) => feedbackOpen(standingAt(status)))).toEqual([10, 11, 12]);
    expect(outcomeOf(standingAt(13))).toBe("cancelled");
    expect(outcomeOf(standingAt(11))).toBe("completed");
  });
});

test("a car is shown while being delivered alone", () => {
  expect(STATUSES.filter(showsCar)).toEqual([8]);
});

// spec: T-56, T-57
test("minutes are counted down from the making of the estimate, by no clock's face, never below zero", () => {
  const estimate = {
    at: "2026-10-25T03:50:00+03:00",
    minutes: 20,
    from: 18,
    to: 25,
    basis: "kitchen" as const,
  };
  const made = Date.parse("2026-10-25T00:50:00Z");
  expect(minutesLeft(estimate, made)).toEqual({ minutes: 20, from: 18, to: 25 });
  // Helsinki turns its clocks back at 04:00; ten minutes and a half have passed all the same.
  expect(minutesLeft(estimate, made + 10.5 * MINUTE)).toEqual({ minutes: 10, from: 8, to: 15 });
  expect(minutesLeft(estimate, made + 22 * MINUTE)).toEqual({ minutes: 0, from: 0, to: 3 });
  expect(minutesLeft(estimate, made + 500 * MINUTE)).toEqual({ minutes: 0, from: 0, to: 0 });
});

describe("windows", () => {
  const lit = (order: (status: number) => OrderTracking) =>
    STATUSES.map((status) => windowsLit(order(status)));

  test("light up with what was reported", () => {
    expect(lit((status) => standingAt(status))).toEqual([
      0.5, 0.5, 1, 1.5, 2.5, 3, 3, 3, 3, 3.5, 3.5, 3.5, 5, 5, 0,
    ]);
    expect(windowsLit(of("pickup", standingAt(4)))).toBe(5);
  });

  test("a door that was never reached stays dark", () => {
    expect(windowsLit(anOrderAt([0, 8, 9, 10, 12]))).toBe(3.5);
  });
});
