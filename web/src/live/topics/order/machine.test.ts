// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { OrderTracking, ServerFrame } from "../../../api/wire";
import { chanceFrom } from "../../testing/chance";
import { anOrder, anOrderAt, aSnapshot, aStatus, EPOCH } from "../../testing/orders";
import { NO_WATCH_YET, type OrderEffect, type OrderEvent, type OrderWatchState } from "./events";
import { stepOrder } from "./machine";

const BEGIN: OrderEvent = { type: "begin" };
const RETRY: OrderEvent = { type: "retry" };
const UP: OrderEvent[] = [BEGIN, { type: "line-up" }, { type: "slot-granted" }];
const OVERDUE: OrderEvent[] = [
  BEGIN,
  { type: "timer", timer: "head-start" },
  { type: "timer", timer: "grace" },
];

const received = (frame: ServerFrame): OrderEvent => ({ type: "received", frame });
const subscribed = (seq: number) => received({ type: "subscribed", topic: "order", orderId: "10234", seq });
const liveWith = (order: OrderTracking) => [...UP, subscribed(order.seq), received(aSnapshot(order))];
const polled = (order: OrderTracking): OrderEvent => ({ type: "answered", order, asked: null });

/** The state after some events, and the effects of the last one. What it is given it must not change. */
function after(events: OrderEvent[], from: OrderWatchState = NO_WATCH_YET, hidden = false) {
  let state = from;
  let effects: readonly OrderEffect[] = [];
  for (const event of events) {
    freeze(state);
    ({ state, effects } = stepOrder(state, event, { now: EPOCH, clockOffset: 250, hidden }));
  }
  return { state, effects, mode: state.shown.mode };
}

function freeze(value: unknown) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

const polls = (effects: readonly OrderEffect[]) =>
  effects.flatMap((effect) => (effect.type === "poll" ? [effect.how] : []));

describe("an order that waits for its money", () => {
  const error = (code: "order/not-received" | "order/expired-unpaid") =>
    received({ type: "error", code, message: "", orderId: "10234" });

  test("keeps its place on the line, and is polled beside it", () => {
    const waiting = after([...UP, error("order/not-received")]);
    expect(waiting.state.shown.problem).toBe("not-received");
    expect(polls(waiting.effects)).toEqual(["start"]);
    expect(waiting.effects).not.toContainEqual(expect.objectContaining({ timer: "again" }));
    const live = after([subscribed(0), received(aSnapshot(anOrder()))], waiting.state);
    expect([live.mode, live.state.shown.problem, polls(live.effects)]).toEqual(["live", null, ["stop"]]);
  });

  test("that a poll brings is shown at once; the line is asked again in case it has forgotten", () => {
    const come = after([...OVERDUE, { type: "waits" }, polled(anOrder())]);
    expect([come.mode, come.state.shown.problem]).toEqual(["polling", null]);
    expect(come.effects).toContainEqual(expect.objectContaining({ type: "set-timer", timer: "again" }));
  });

  test.each<[string, OrderEvent[]]>([
    ["the line", [...UP, error("order/not-received"), error("order/expired-unpaid")]],
    ["a poll", [...OVERDUE, { type: "waits" }, { type: "gone", problem: "unpaid" }]],
  ])("is over once %s says that nobody paid in time", (_, events) => {
    expect(after(events).state.shown).toMatchObject({ mode: "ended", problem: "unpaid" });
  });
});

describe("the mode of delivery", () => {
  test("the socket has a head start before the first poll, and a grace before anything is said of it", () => {
    const begun = after([BEGIN]);
    expect(begun.effects).toEqual([
      { type: "set-timer", timer: "head-start", ms: 400, spreadMs: 0 },
      { type: "set-timer", timer: "grace", ms: 5_000, spreadMs: 1_000 },
    ]);
    const polling = after([{ type: "timer", timer: "head-start" }], begun.state);
    expect([polls(polling.effects), polling.mode]).toEqual([["start"], "opening"]);
  });

  test.each<[string, OrderEvent[], string]>([
    ["nothing has come", [], "opening"],
    ["the polls bring it", [polled(anOrder())], "polling"],
    ["they fail", [{ type: "failed", givenUp: false, reached: true }], "offline"],
    [
      "they fail and then bring it",
      [{ type: "failed", givenUp: false, reached: true }, polled(anOrder())],
      "polling",
    ],
  ])("once the grace is over and %s, it is %s", (_, events, mode) => {
    expect(after([...OVERDUE, ...events]).mode).toBe(mode);
  });

  test("before that a failure is nobody's trouble", () => {
    expect(after([BEGIN, { type: "failed", givenUp: false, reached: true }]).mode).toBe("opening");
  });

  test("is the line as soon as it has brought what it promised, and no sooner", () => {
    const promised = after([...UP, subscribed(2), received(aSnapshot(anOrderAt([0, 1])))]);
    expect(promised.mode).toBe("opening");
    const caughtUp = after([received(aStatus(2, 2))], promised.state);
    expect([caughtUp.mode, polls(caughtUp.effects)]).toEqual(["live", ["stop"]]);
    expect(caughtUp.state.shown).toMatchObject({ trueAt: EPOCH, clockOffset: 250, problem: null });
  });

  test("a tab that sleeps knows nothing of its delivery, and begins anew when it wakes", () => {
    const asleep = after([...OVERDUE, polled(anOrder()), { type: "sleep" }]);
    expect([asleep.mode, asleep.state.asleep, polls(asleep.effects)]).toEqual(["opening", true, ["stop"]]);
    expect(after([{ type: "wake" }], asleep.state).effects).toEqual(after([BEGIN]).effects);
    expect(after([BEGIN, { type: "timer", timer: "grace" }], NO_WATCH_YET, true).state.asleep).toBe(true);
  });
});

describe("the line", () => {
  test("is asked for what came after what is known, and without that for all", () => {
    expect(after([BEGIN, { type: "line-up" }]).effects).toContainEqual({ type: "subscribe", since: null });
    const known = after([BEGIN, polled(anOrderAt([0, 1, 2])), { type: "line-up" }]);
    expect(known.effects).toContainEqual({ type: "subscribe", since: 2 });
  });

  test("that skips a status is left, and the next is asked for all", () => {
    const gap = after([...liveWith(anOrder()), received(aStatus(2, 2))]);
    expect(gap.effects).toEqual([{ type: "drop-line" }]);
    expect(after([{ type: "line-up" }], gap.state).effects).toContainEqual({
      type: "subscribe",
      since: null,
    });
  });

  test("without a place, or without the right to it, is asked again later; the poll says why, once", () => {
    const refused = after([BEGIN, { type: "line-up" }, { type: "slot-refused" }]);
    expect(refused.effects).toEqual([{ type: "set-timer", timer: "again", ms: 10_000, spreadMs: 1_000 }]);
    const denied = after([...UP, { type: "denied" }]);
    expect(polls(denied.effects)).toEqual(["hurry"]);
    expect(polls(after([{ type: "denied" }], denied.state).effects)).toEqual([]);
  });

  test("that fell silent is polled for at once; one that closed has its grace", () => {
    const live = after(liveWith(anOrder())).state;
    const lost = (silent: boolean) => after([{ type: "line-down", silent, heardAt: EPOCH - 7 }], live);
    expect([polls(lost(true).effects), polls(lost(false).effects)]).toEqual([["start"], []]);
    expect(lost(false)).toMatchObject({ mode: "live", state: { shown: { trueAt: EPOCH - 7 } } });
  });

  test("whose rev went back is doubted until a poll has told", () => {
    const known = [
      BEGIN,
      polled(anOrderAt([0, 1], { rev: 9 })),
      { type: "line-up" },
      { type: "slot-granted" },
    ] as const;
    const estimate = { orderId: "10234", rev: 7, estimate: null, stopsBefore: null };
    const doubted = after([...known, subscribed(1), received({ type: "estimate", ...estimate })]);
    expect([doubted.mode, doubted.state.doubted]).toEqual(["live", true]);
    const told = after([{ type: "unchanged" }], doubted.state);
    expect([told.state.doubted, polls(told.effects)]).toEqual([false, ["stop"]]);
  });
});

describe("an undo", () => {
  test("from 4 is heard by polls, which go on there, and by the line", () => {
    const finished = after([...OVERDUE, polled(anOrderAt([0, 1, 2, 3, 4]))]);
    expect([finished.mode, polls(finished.effects)]).toEqual(["polling", []]);
    const undone = after([polled(anOrderAt([0, 1, 2, 3, 4, 3]))], finished.state);
    expect([undone.mode, undone.state.shown.order?.orderInfo.status]).toEqual(["polling", 3]);
    const live = after([
      ...liveWith(anOrderAt([0, 1, 2, 3, 4])),
      received(aStatus(5, 3)),
      received(aStatus(6, 2)),
    ]);
    expect([live.mode, live.state.shown.order?.orderInfo.status]).toEqual(["live", 2]);
    expect(live.effects).toEqual([]);
  });
});

describe("the end", () => {
  test("lets go of line and polls", () => {
    const done = after([...liveWith(anOrderAt([0, 11])), received(aStatus(2, 12))]).state;
    const ended = after([received({ type: "end", orderId: "10234", reason: "completed" })], done);
    expect(ended.state.shown).toMatchObject({ mode: "ended", end: "completed", problem: null });
    expect(ended.effects).toContainEqual({ type: "leave" });
    expect(polls(ended.effects)).toEqual(["close"]);
    expect(after([{ type: "retry" }], ended.state).effects).toEqual([]);
  });

  test("for want of an order may be tried again", () => {
    const gone = after([...OVERDUE, { type: "gone", problem: "not-found" }]);
    expect(gone.state.shown).toMatchObject({ mode: "ended", end: null, problem: "not-found" });
    const again = after([{ type: "retry" }], gone.state);
    expect(again.effects).toContainEqual({ type: "join" });
    expect(again.state.shown).toMatchObject({ mode: "opening", problem: null });
  });
});

/** What must never follow from one event: what is wrong with it, or `null`. */
function faultOf(before: OrderWatchState, { state, effects }: ReturnType<typeof after>): string | null {
  const { mode, problem } = state.shown;
  const becameLive = state.delivery.live && !before.delivery.live;
  if (becameLive && polls(effects).at(-1) !== "stop") return "live, and still polled for";
  if (state.delivery.live && problem !== null) return "live, with a problem";
  const ended = mode === "ended" && before.shown.mode !== "ended";
  if (ended && !effects.some(({ type }) => type === "leave")) return "ended, and still on the line";
  return mode === "ended" && state.delivery.live ? "ended, and live" : null;
}

test("whatever happens in whatever order, who is live is not polled for, and who has ended is off the line", () => {
  const events: OrderEvent[] = [
    BEGIN,
    { type: "line-up" },
    { type: "slot-granted" },
    { type: "slot-refused" },
    subscribed(2),
    received(aSnapshot(anOrderAt([0, 1, 2]))),
    received(aStatus(3, 3)),
    received(aStatus(9, 9)),
    received({ type: "end", orderId: "10234", reason: "completed" }),
    { type: "denied" },
    { type: "line-down", silent: false, heardAt: EPOCH },
    { type: "line-down", silent: true, heardAt: EPOCH },
    { type: "sleep" },
    { type: "wake" },
    { type: "cut" },
    { type: "mended" },
    { type: "timer", timer: "head-start" },
    { type: "timer", timer: "grace" },
    { type: "timer", timer: "again" },
    polled(anOrderAt([0, 1, 2])),
    { type: "unchanged" },
    { type: "gone", problem: "expired" },
    { type: "failed", givenUp: false, reached: true },
    { type: "failed", givenUp: true, reached: true },
    RETRY,
  ];
  const modes = new Set<string>();
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const chance = chanceFrom(seed);
    let state = NO_WATCH_YET;
    for (let count = 0; count < 40; count += 1) {
      // Who has ended has neither line nor polls, so that only the person can ask for more.
      const able = state.shown.mode === "ended" ? [RETRY] : events;
      const event = able[Math.floor(chance.next() * able.length)] ?? RETRY;
      const next = after([event], state, chance.next() < 0.2);
      expect(faultOf(state, next), `seed ${seed}, ${event.type}`).toBeNull();
      modes.add(next.mode);
      state = next.state;
    }
  }
  expect([...modes].toSorted()).toEqual(["ended", "live", "offline", "opening", "polling"]);
});
