/** One watched order: puts what the line and the polls bring through the reducer, and says which road it came by. */
import type { Feedback, OrderTracking, ServerFrame, SnapshotFrame } from "../api/wire";
import type { OrderAccess } from "./access";
import { askWhyQuietIn } from "./car";
import { createCarPoller } from "./carPoller";
import type { LiveEnv, Timer } from "./env";
import type { LineUser, SharedLine } from "./line";
import { createPoller } from "./poller";
import { beginAnew, hasForgotten, type News, reduce, skips, withFeedback } from "./reducer";
import { isOver, outcomeOf, showsCar } from "./rules";
import { type End, type Mode, NOTHING_YET, type OrderState } from "./state";
import type { Problem, Version, WatchState } from "./state";

/**
 * A lost line has so long to come back before polls begin and the person is told; chance adds up to as much as
 * `SPREAD_MS`, so that watchers cut off together do not poll together.
 */
const GRACE_MS = 5_000;
const SPREAD_MS = 1_000;
/**
 * The socket's head start when there is nothing (true) to show yet. One warm call paints sooner than a new socket's
 * four round trips, but costs the server a request; so the call is made only where the socket has not said hello by
 * now, that is, on slow lines. What it brings need not come again by the socket: the subscription resumes from it.
 */
const HEAD_START_MS = 400;
/** A line that had no room, or a server without its database, is asked again after this, and a spread. */
const AGAIN_MS = 10_000;

/** One watched order, shared by all who watch it; see {@link createOrderWatch}. */
export interface OrderWatch extends LineUser {
  getState(): WatchState;
  subscribe(listener: () => void): () => void;
  retry(): void;
  applyFeedback(feedback: Feedback): void;
  close(): void;
}

/** Watches an order over `line`, and by polls while the line does not bring it. */
export function createOrderWatch(env: LiveEnv, access: OrderAccess, line: SharedLine): OrderWatch {
  const poller = createPoller(env, access, () => versionOf(state.order), {
    answered,
    unchanged: confirmed,
    gone,
    failed,
  });
  const cars = createCarPoller(
    env,
    access.pollCar,
    () => state.order?.car?.at ?? null,
    (car, known) => show(reduce(state.order, { type: "car", car, known })),
  );
  const listeners = new Set<() => void>();
  let state = NOTHING_YET;

  /** What was known when the line was asked for the order. */
  let asked: Version | null = null;
  /** The `seq` that the line has promised to bring us to. */
  let promised: number | null = null;
  /** Whether the line has brought us there: only then is the state live. */
  let live = false;
  /** The line left a gap: the next subscription begins with a snapshot. */
  let gapped = false;
  /** The line's `rev` was below ours, and no poll has told yet which is true. */
  let doubted = false;
  /** Whether this line has refused us, and when to ask it again. */
  let isRefused = false;
  let again: Timer | null = null;

  /** Whether the road has been missing for long enough to say so. */
  let overdue = false;
  let lastPoll: "none" | "good" | "bad" = "none";
  let headStart: Timer | null = null;
  let grace: Timer | null = null;
  let asleep = false;
  /** Until when the car on a live line is not asked why it stands still. */
  let quiet: Timer | null = null;

  const watch: OrderWatch = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    applyFeedback(feedback) {
      if (state.order) patch({ order: withFeedback(state.order, feedback) });
    },
    close: rest,
    lineUp: subscribe,
    hear,
    denied: refused,
    lineDown,
    sleep,
    wake() {
      if (headStart !== null) return;
      // In the background nobody asked for the car; it may stand still since.
      if (live) pollCar();
      if (live && !doubted) return;
      if (live) poller.hurry();
      else if (asleep) begin();
      else poll("hurry");
    },
  };
  begin();
  return watch;

  // The road in use

  function begin() {
    asleep = false;
    headStart = env.setTimer(endHeadStart, HEAD_START_MS);
    beginGrace();
  }

  function endHeadStart() {
    env.clearTimer(headStart);
    headStart = null;
    poll("start");
  }

  function beginGrace() {
    env.clearTimer(grace);
    overdue = false;
    lastPoll = "none";
    grace = env.setTimer(endGrace, GRACE_MS + env.random() * SPREAD_MS);
  }

  function endGrace() {
    grace = null;
    if (env.hidden()) return sleep();
    overdue = true;
    poll("start");
    patch({});
  }

  function stopWaiting() {
    env.clearTimer(headStart);
    env.clearTimer(grace);
    headStart = grace = null;
  }

  /** Nobody looks, and nothing is known any more: when somebody does, it begins anew. */
  function sleep() {
    asleep = true;
    overdue = false;
    stopWaiting();
    poller.stop();
    pollCar();
    if (state.problem === null) patch({ mode: "opening" });
  }

  /** Polls, unless the seeds' stop rules say that there is nothing more to poll for. */
  function poll(how: "start" | "hurry") {
    if (state.order && isOver(state.order)) finish(outcomeOf(state.order));
    else poller[how]();
    // Whoever is in a hurry has all the car's retries before them too.
    if (how === "hurry") cars.want(false);
    pollCar();
  }

  /**
   * The car is polled for beside the order, while there may be one to show; and beside the line, while the car stands
   * still on its way to others.
   */
  function pollCar() {
    env.clearTimer(quiet);
    quiet = null;
    cars.want(live ? isQuiet() : poller.isRunning() && state.order !== null && mayShowCar(state.order));
  }

  function isQuiet(): boolean {
    const inMs = state.order && askWhyQuietIn(state.order, env.now() + line.clock.offset());
    if (inMs === null) return false;
    if (inMs > 0) quiet = env.setTimer(pollCar, inMs);
    return inMs === 0;
  }

  function modeNow(): Mode {
    if (state.mode === "ended") return "ended";
    if (live) return "live";
    if (!overdue || lastPoll === "none") return state.mode;
    return lastPoll === "good" ? "polling" : "offline";
  }

  // The line

  function subscribe() {
    env.clearTimer(again);
    const since = gapped ? null : (state.order?.seq ?? null);
    const { orderId, orderKey } = access;
    const wish = { topic: "order", orderId, orderKey, ...(since !== null && { since }) } as const;
    if (!line.subscribe(watch, wish)) return askAgainLater();
    asked = versionOf(state.order);
    promised = null;
  }

  function askAgainLater() {
    env.clearTimer(again);
    again = env.setTimer(subscribe, AGAIN_MS + env.random() * SPREAD_MS);
  }

  function hear(frame: ServerFrame) {
    switch (frame.type) {
      case "subscribed":
        promised = frame.seq;
        return catchUp();
      case "error":
        return refused();
      case "end":
        return state.order ? finish(frame.reason) : refused();
      case "snapshot":
      case "status":
      case "estimate":
      case "position":
        return take(frame);
    }
  }

  /** Why the line does not bring the order, the poll will tell: it has the last word on a key or an expiry. */
  function refused() {
    promised = null;
    askAgainLater();
    if (live) loseLine(env.now());
    if (!isRefused) poll("hurry");
    isRefused = true;
  }

  function take(frame: Exclude<News, { type: "poll" | "car" }>) {
    if (frame.type === "status" && skips(state.order, frame)) {
      gapped = true;
      return line.drop();
    }
    if (frame.type === "snapshot") takeSnapshot(frame);
    else show(reduce(state.order, frame));
    if (frame.type !== "position" && hasForgotten({ rev: frame.rev }, asked)) verify();
    catchUp();
  }

  /** With a `seq` below the `since` that it answers, it comes from a server that has forgotten what followed. */
  function takeSnapshot(frame: SnapshotFrame) {
    const forgotten = hasForgotten({ seq: frame.seq }, asked);
    if (forgotten) {
      poller.close();
      asked = null;
    }
    gapped = false;
    show(reduce(forgotten ? null : state.order, frame));
  }

  /**
   * A `rev` below the one known at the asking: the node may be a moment behind the others, or the server may have
   * forgotten. A poll reads the database and tells which.
   */
  function verify() {
    asked = null;
    doubted = true;
    poller.hurry();
  }

  function catchUp() {
    if (live || promised === null || !state.order) return;
    if (promised < (asked?.seq ?? 0) || state.order.seq < promised) return;
    live = true;
    asleep = isRefused = false;
    stopWaiting();
    poller.stop();
    patch({ problem: null, trueAt: env.now() });
  }

  function lineDown(silent: boolean, heardAt: number) {
    env.clearTimer(again);
    isRefused = false;
    promised = null;
    const wasLive = live;
    if (wasLive) loseLine(heardAt);
    if (wasLive && silent) poll("start");
    else if (headStart !== null) endHeadStart();
  }

  function loseLine(heardAt: number) {
    live = false;
    beginGrace();
    patch({ trueAt: heardAt });
  }

  // The polls

  function answered(order: OrderTracking, askedOf: Version | null) {
    const forgotten = hasForgotten(order, askedOf);
    if (forgotten) asked = null;
    show(forgotten ? beginAnew(state.order, order) : reduce(state.order, { type: "poll", order }));
    confirmed();
  }

  /** A poll has just told that what is shown is true. */
  function confirmed() {
    doubted = false;
    if (live) return poller.stop();
    lastPoll = "good";
    patch({ problem: null, trueAt: env.now() });
    if (state.order && isOver(state.order)) finish(outcomeOf(state.order));
  }

  function gone(problem: "not-found" | "expired") {
    if (live) return;
    finish(problem === "expired" ? "expired" : null, problem);
  }

  function failed(givenUp: boolean) {
    if (live) return;
    lastPoll = "bad";
    patch(givenUp ? { problem: "failed" } : {});
  }

  // The end

  function finish(end: End | null, problem: Problem | null = null) {
    rest();
    patch({ mode: "ended", end, problem, trueAt: problem ? state.trueAt : env.now() });
  }

  function rest() {
    live = false;
    stopWaiting();
    env.clearTimer(again);
    poller.close();
    pollCar();
    line.leave(watch);
  }

  function retry() {
    if (live || (state.mode === "ended" && state.problem === null)) return;
    if (state.mode === "ended") {
      patch({ mode: "opening", end: null });
      line.join(watch);
      begin();
    }
    patch({ problem: null });
    line.retry();
    poller.hurry();
    pollCar();
  }

  // What is shown

  function show(order: OrderState | null) {
    patch({ order });
  }

  function patch(change: Partial<WatchState>) {
    const next = { ...state, mode: modeNow(), clockOffset: line.clock.offset(), ...change };
    const same = FIELDS.every((field) => next[field] === state[field]);
    if (!same) state = next;
    pollCar();
    if (same) return;
    for (const listener of listeners) listener();
  }
}

function mayShowCar({ orderInfo }: OrderState): boolean {
  return showsCar(orderInfo.status);
}

const FIELDS = Object.keys(NOTHING_YET) as (keyof WatchState)[];

function versionOf(order: OrderState | null): Version | null {
  return order && { seq: order.seq, rev: order.rev };
}
