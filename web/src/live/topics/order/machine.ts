/**
 * A watched order, as a machine: how it is delivered, when the line is asked for it, when it is polled, and when there is
 * nothing more to ask for. What is delivered passes the one reducer next door.
 */
import type { Feedback, MessageCode, OrderTracking, ServerFrame, SnapshotFrame } from "../../../api/wire";
import { stepBy, type Turn as AnyTurn } from "../../machine";
import { isOver, outcomeOf } from "../../rules";
import { GRACE_MS, type Delivery, shownBy, SPREAD_MS } from "../delivery";
import type { OrderEffect, OrderEvent, OrderMoment, OrderTimer, OrderWatchState } from "./events";
import { beginAnew, hasForgotten, type News, reduce, skips, withFeedback } from "./reducer";
import type { End, OrderState, Problem, Version, WatchState } from "./state";

/**
 * The socket's head start when there is nothing (true) to show yet. One warm call paints sooner than a new socket's
 * four round trips, but costs the server a request; so the call is made only where the socket has not said hello by
 * now, that is, on slow lines. What it brings need not come again by the socket: the subscription resumes from it.
 */
const HEAD_START_MS = 400;
/** A line that had no room, or a server without its database, is asked again after this, and a spread. */
const AGAIN_MS = 10_000;

type Turn = AnyTurn<OrderWatchState, OrderEffect, OrderMoment>;

/** The next state of a watch, and what is to be done about an event. */
export const stepOrder = stepBy<OrderWatchState, OrderEvent, OrderEffect, OrderMoment>((turn, event) => {
  switch (event.type) {
    case "begin":
      return begin(turn);
    case "line-up":
      return subscribe(turn);
    case "slot-granted":
      return change(turn, { asked: versionOf(turn.state.shown.order), promised: null });
    case "slot-refused":
      return askAgainLater(turn);
    case "received":
      return receive(turn, event.frame);
    case "denied":
      return refuse(turn);
    case "line-down":
      return lineDown(turn, event.silent, event.heardAt);
    case "sleep":
      return sleep(turn);
    case "wake":
      return wake(turn);
    case "cut":
      return cut(turn);
    case "mended":
      return mend(turn);
    case "timer":
      return ring(turn, event.timer);
    case "answered":
      return answered(turn, event.order, event.asked);
    case "unchanged":
      return confirmed(turn);
    case "gone":
      return gone(turn, event.problem);
    case "waits":
      return waits(turn);
    case "failed":
      return failed(turn, event.givenUp, event.reached);
    case "car":
      return show(turn, { order: reduce(turn.state.shown.order, event) });
    case "feedback":
      return takeFeedback(turn, event.feedback);
    case "retry":
      return retry(turn);
    case "close":
      return rest(turn);
  }
});

/** Which state of the order is shown. */
export function versionOf(order: OrderState | null): Version | null {
  return order && { seq: order.seq, rev: order.rev };
}

// The mode of delivery

function begin(turn: Turn) {
  change(turn, { asleep: false, headStart: true });
  setTimer(turn, "head-start", HEAD_START_MS, 0);
  beginGrace(turn);
}

function ring(turn: Turn, timer: OrderTimer) {
  switch (timer) {
    case "head-start":
      return endHeadStart(turn);
    case "grace":
      return endGrace(turn);
    case "again":
      return subscribe(turn);
  }
}

function endHeadStart(turn: Turn) {
  change(turn, { headStart: false });
  clearTimer(turn, "head-start");
  poll(turn, "start");
}

function beginGrace(turn: Turn) {
  changeDelivery(turn, { overdue: false, lastPoll: "none" });
  setTimer(turn, "grace", GRACE_MS);
}

function endGrace(turn: Turn) {
  if (turn.at.hidden) return sleep(turn);
  changeDelivery(turn, { overdue: true });
  poll(turn, "start");
  show(turn, {});
}

function stopWaiting(turn: Turn) {
  change(turn, { headStart: false });
  clearTimer(turn, "head-start");
  clearTimer(turn, "grace");
}

/** Nobody looks, and nothing is known any more: when somebody does, it begins anew. */
function sleep(turn: Turn) {
  change(turn, { asleep: true });
  changeDelivery(turn, { overdue: false });
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" });
  if (turn.state.shown.problem === null) show(turn, { mode: "opening" });
}

function wake(turn: Turn) {
  const { headStart, delivery, doubted, asleep } = turn.state;
  if (headStart || (delivery.live && !doubted)) return;
  if (delivery.live) turn.effects.push({ type: "poll", how: "hurry" });
  else if (asleep) begin(turn);
  else poll(turn, "hurry");
}

/** The browser knows before any silence tells. It may be wrong: what comes all the same mends it. */
function cut(turn: Turn) {
  const { shown, delivery, asleep } = turn.state;
  if (asleep || shown.mode === "ended" || delivery.cut) return;
  changeDelivery(turn, { cut: true });
  show(turn, delivery.live ? { trueAt: turn.at.now } : {});
}

function mend(turn: Turn) {
  if (!turn.state.delivery.cut) return;
  changeDelivery(turn, { cut: false });
  show(turn, {});
}

/** Polls, unless the stop rules say that there is nothing more to poll for. */
function poll(turn: Turn, how: "start" | "hurry") {
  const { order } = turn.state.shown;
  if (order && isOver(order)) finish(turn, outcomeOf(order));
  else turn.effects.push({ type: "poll", how });
  if (how === "hurry") turn.effects.push({ type: "hurry-car" });
}

// The line

function subscribe(turn: Turn) {
  clearTimer(turn, "again");
  const { gapped, shown } = turn.state;
  turn.effects.push({ type: "subscribe", since: gapped ? null : (shown.order?.seq ?? null) });
}

function askAgainLater(turn: Turn) {
  setTimer(turn, "again", AGAIN_MS);
}

function receive(turn: Turn, frame: ServerFrame) {
  switch (frame.type) {
    case "subscribed":
      if (frame.topic !== "order") return;
      change(turn, { promised: frame.seq });
      return catchUp(turn);
    case "error":
      return hearError(turn, frame.code);
    case "end":
      return turn.state.shown.order ? finish(turn, frame.reason) : refuse(turn);
    case "snapshot":
    case "status":
    case "estimate":
    case "position":
      return take(turn, frame);
  }
}

/** A place that waits for the money is kept by the line; the polls are there beside it. */
function hearError(turn: Turn, code: MessageCode) {
  if (code === "order/expired-unpaid") return gone(turn, "unpaid");
  if (code !== "order/not-received") return refuse(turn);
  waits(turn);
  poll(turn, "start");
}

/** Why the line does not bring the order, the poll will tell: it has the last word on a key or an expiry. */
function refuse(turn: Turn) {
  change(turn, { promised: null });
  askAgainLater(turn);
  if (turn.state.delivery.live) loseLine(turn, turn.at.now);
  if (!turn.state.refused) poll(turn, "hurry");
  change(turn, { refused: true });
}

function take(turn: Turn, frame: Exclude<News, { type: "poll" | "car" }>) {
  if (frame.type === "status" && skips(turn.state.shown.order, frame)) {
    change(turn, { gapped: true });
    turn.effects.push({ type: "drop-line" });
    return;
  }
  if (frame.type === "snapshot") takeSnapshot(turn, frame);
  else show(turn, { order: reduce(turn.state.shown.order, frame) });
  if (frame.type !== "position" && hasForgotten({ rev: frame.rev }, turn.state.asked)) verify(turn);
  catchUp(turn);
}

/** With a `seq` below the `since` that it answers, it comes from a server that has forgotten what followed. */
function takeSnapshot(turn: Turn, frame: SnapshotFrame) {
  const forgotten = hasForgotten({ seq: frame.seq }, turn.state.asked);
  if (forgotten) {
    turn.effects.push({ type: "poll", how: "close" });
    change(turn, { asked: null });
  }
  change(turn, { gapped: false });
  show(turn, { order: reduce(forgotten ? null : turn.state.shown.order, frame) });
}

/**
 * A `rev` below the one known at the asking: the node may be a moment behind the others, or the server may have
 * forgotten. A poll reads the database and tells which.
 */
function verify(turn: Turn) {
  change(turn, { asked: null, doubted: true });
  turn.effects.push({ type: "poll", how: "hurry" });
}

function catchUp(turn: Turn) {
  const { delivery, promised, asked, shown } = turn.state;
  if (delivery.live || promised === null || !shown.order) return;
  if (promised < (asked?.seq ?? 0) || shown.order.seq < promised) return;
  clearTimer(turn, "again");
  changeDelivery(turn, { live: true });
  change(turn, { asleep: false, refused: false });
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" });
  show(turn, { problem: null, trueAt: turn.at.now });
}

function lineDown(turn: Turn, silent: boolean, heardAt: number) {
  clearTimer(turn, "again");
  change(turn, { refused: false, promised: null });
  const wasLive = turn.state.delivery.live;
  if (wasLive) loseLine(turn, heardAt);
  if (wasLive && silent) poll(turn, "start");
  else if (turn.state.headStart) endHeadStart(turn);
}

function loseLine(turn: Turn, heardAt: number) {
  changeDelivery(turn, { live: false });
  beginGrace(turn);
  show(turn, { trueAt: heardAt });
}

// The polls

function answered(turn: Turn, order: OrderTracking, askedOf: Version | null) {
  const known = turn.state.shown.order;
  const forgotten = hasForgotten(order, askedOf);
  if (forgotten) change(turn, { asked: null });
  // It waited on the line too, which should bring it by itself.
  if (turn.state.shown.problem === "not-received") askAgainLater(turn);
  show(turn, { order: forgotten ? beginAnew(known, order) : reduce(known, { type: "poll", order }) });
  confirmed(turn);
}

/** A poll has just told that what is shown is true. */
function confirmed(turn: Turn) {
  change(turn, { doubted: false });
  if (turn.state.delivery.live) {
    turn.effects.push({ type: "poll", how: "stop" });
    return;
  }
  changeDelivery(turn, { lastPoll: "good", cut: false });
  show(turn, { problem: null, trueAt: turn.at.now });
  const { order } = turn.state.shown;
  if (order && isOver(order)) finish(turn, outcomeOf(order));
}

/** Nothing is known of the order but that it is there; what is asked goes on. */
function waits(turn: Turn) {
  if (turn.state.delivery.live || turn.state.shown.order) return;
  change(turn, { headStart: false });
  clearTimer(turn, "head-start");
  changeDelivery(turn, { lastPoll: "good", cut: false });
  show(turn, { problem: "not-received" });
}

function gone(turn: Turn, problem: "not-found" | "expired" | "unpaid") {
  if (turn.state.delivery.live) return;
  finish(turn, problem === "expired" ? "expired" : null, problem);
}

/** Without a network no poll can be expected to succeed: there are none until it is back, and nothing is given up. */
function failed(turn: Turn, givenUp: boolean, reached: boolean) {
  const { delivery } = turn.state;
  if (delivery.cut) turn.effects.push({ type: "poll", how: "stop" });
  if (delivery.live) return;
  changeDelivery(turn, { lastPoll: "bad" });
  show(turn, givenUp && !delivery.cut ? { problem: reached ? "failed" : "unreachable" } : {});
}

function takeFeedback(turn: Turn, feedback: Feedback) {
  const { order } = turn.state.shown;
  if (order) show(turn, { order: withFeedback(order, feedback) });
}

// The end

function finish(turn: Turn, end: End | null, problem: Problem | null = null) {
  rest(turn);
  show(turn, { mode: "ended", end, problem, trueAt: problem ? turn.state.shown.trueAt : turn.at.now });
}

function rest(turn: Turn) {
  changeDelivery(turn, { live: false });
  stopWaiting(turn);
  clearTimer(turn, "again");
  turn.effects.push({ type: "poll", how: "close" }, { type: "leave" });
}

function retry(turn: Turn) {
  const { delivery, shown } = turn.state;
  if (delivery.live || (shown.mode === "ended" && shown.problem === null)) return;
  if (shown.mode === "ended") {
    show(turn, { mode: "opening", end: null });
    turn.effects.push({ type: "join" });
    begin(turn);
  }
  show(turn, { problem: null });
  turn.effects.push({ type: "retry-line" }, { type: "poll", how: "hurry" });
}

// What changes

function change(turn: Turn, parts: Partial<OrderWatchState>) {
  turn.state = { ...turn.state, ...parts };
}

function changeDelivery(turn: Turn, parts: Partial<Delivery>) {
  change(turn, { delivery: { ...turn.state.delivery, ...parts } });
}

function show(turn: Turn, parts: Partial<WatchState>) {
  const { shown, delivery } = turn.state;
  change(turn, { shown: shownBy(shown, delivery, turn.at.clockOffset, parts) });
}

function setTimer(turn: Turn, timer: OrderTimer, ms: number, spreadMs = SPREAD_MS) {
  turn.effects.push({ type: "set-timer", timer, ms, spreadMs });
}

function clearTimer(turn: Turn, timer: OrderTimer) {
  turn.effects.push({ type: "clear-timer", timer });
}
