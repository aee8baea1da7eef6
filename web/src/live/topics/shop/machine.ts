/**
 * A watched restaurant, as a machine: how its news are delivered, when the line is asked for it, and when it is polled.
 * What is delivered passes the reducer next door.
 */
import type { Availability, ServerFrame } from "../../../api/wire";
import { stepBy, type Turn as AnyTurn } from "../../machine";
import { GRACE_MS, NO_DELIVERY_YET, type Delivery, shownBy, SPREAD_MS } from "../delivery";
import { reduceShop, type ShopWord } from "./reducer";
import { NO_SHOP_YET, type ShopState } from "./state";

/** A line that had no place, or refused, is asked again after this, and a spread. */
const AGAIN_MS = 30_000;

/** All that a watch knows. */
export interface ShopWatchState {
  readonly shown: ShopState;
  readonly delivery: Delivery;
  /** Whether a lost line still has time to come back before polls begin. */
  readonly grace: boolean;
}

/** A watch that has not begun. */
export const NO_SHOP_WATCH_YET: ShopWatchState = {
  shown: NO_SHOP_YET,
  delivery: NO_DELIVERY_YET,
  grace: false,
};

/** `grace`: the line has been missing for long enough to poll; `again`: ask a line once more. */
export type ShopTimer = "grace" | "again";

/** What happens to a watch. */
export type ShopEvent =
  | { type: "begin" }
  | { type: "line-up" }
  /** The effect `subscribe` found no place on the line. */
  | { type: "slot-refused" }
  | { type: "received"; frame: ServerFrame }
  | { type: "line-down" }
  | { type: "sleep" }
  | { type: "wake" }
  /** The browser says that the network went; something came all the same, or the network came back. */
  | { type: "cut" }
  | { type: "mended" }
  | { type: "timer"; timer: ShopTimer }
  /** What the polls tell; see `poller.ts`. */
  | { type: "answered"; availability: Availability }
  | { type: "failed" }
  | { type: "gone" }
  | { type: "retry" }
  | { type: "close" };

/** What is to be done. */
export type ShopEffect =
  | { type: "set-timer"; timer: ShopTimer; ms: number; spreadMs: number }
  | { type: "clear-timer"; timer: ShopTimer }
  | { type: "poll"; how: "hurry" | "stop" }
  | { type: "subscribe" }
  | { type: "join" }
  | { type: "leave" }
  | { type: "retry-line" };

/** What the machine may know of the world. */
export interface ShopMoment {
  /** What the server's clock shows more, milliseconds. */
  readonly clockOffset: number;
  /** Whether the tab is in the background. */
  readonly hidden: boolean;
}

type Turn = AnyTurn<ShopWatchState, ShopEffect, ShopMoment>;

/** The next state of a watch, and what is to be done about an event. */
export const stepShop = stepBy<ShopWatchState, ShopEvent, ShopEffect, ShopMoment>((turn, event) => {
  switch (event.type) {
    case "begin":
      return beginGrace(turn);
    case "line-up":
      return subscribe(turn);
    case "slot-refused":
      return setTimer(turn, "again", AGAIN_MS);
    case "received":
      return receive(turn, event.frame);
    case "line-down":
      clearTimer(turn, "again");
      return lose(turn);
    case "sleep":
      return sleep(turn);
    case "wake":
      return wake(turn);
    case "cut":
      return cut(turn);
    case "mended":
      changeDelivery(turn, { cut: false });
      return show(turn, {});
    case "timer":
      return event.timer === "grace" ? endGrace(turn) : subscribe(turn);
    case "answered":
      changeDelivery(turn, { lastPoll: "good", cut: false });
      return learn(turn, { type: "poll", availability: event.availability });
    case "failed":
      changeDelivery(turn, { lastPoll: "bad" });
      return show(turn, {});
    case "gone":
      return finish(turn);
    case "retry":
      return retry(turn);
    case "close":
      return rest(turn);
  }
});

// The line

function subscribe(turn: Turn) {
  clearTimer(turn, "again");
  if (turn.state.shown.problem === null) turn.effects.push({ type: "subscribe" });
}

function receive(turn: Turn, frame: ServerFrame) {
  if (frame.type === "shop") return take(turn, { type: "frame", frame });
  if (frame.type !== "error") return;
  if (frame.code === "shop/not-found") return finish(turn);
  lose(turn);
  setTimer(turn, "again", AGAIN_MS);
}

function take(turn: Turn, word: ShopWord) {
  changeDelivery(turn, { live: true });
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" });
  learn(turn, word);
}

function learn(turn: Turn, word: ShopWord) {
  show(turn, { news: reduceShop(turn.state.shown.news, word) });
}

function lose(turn: Turn) {
  if (!turn.state.delivery.live) return;
  changeDelivery(turn, { live: false });
  beginGrace(turn);
  show(turn, {});
}

// The mode of delivery

function beginGrace(turn: Turn) {
  change(turn, { grace: true });
  changeDelivery(turn, { overdue: false, lastPoll: "none" });
  setTimer(turn, "grace", GRACE_MS);
}

function endGrace(turn: Turn) {
  change(turn, { grace: false });
  if (turn.at.hidden) return;
  changeDelivery(turn, { overdue: true });
  turn.effects.push({ type: "poll", how: "hurry" });
  show(turn, {});
}

function stopWaiting(turn: Turn) {
  change(turn, { grace: false });
  changeDelivery(turn, { overdue: false });
  clearTimer(turn, "grace");
}

function sleep(turn: Turn) {
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" });
  if (turn.state.shown.problem === null) show(turn, { mode: "opening" });
}

function cut(turn: Turn) {
  const { delivery, shown, grace } = turn.state;
  const isWatching = delivery.live || delivery.overdue || grace;
  if (!isWatching || shown.problem !== null || delivery.cut) return;
  changeDelivery(turn, { cut: true });
  show(turn, {});
}

function wake(turn: Turn) {
  const { delivery, shown, grace } = turn.state;
  if (delivery.live || shown.problem !== null) return;
  if (delivery.overdue) turn.effects.push({ type: "poll", how: "hurry" });
  else if (!grace) beginGrace(turn);
}

// The end

function finish(turn: Turn) {
  rest(turn);
  show(turn, { mode: "ended", problem: "not-found" });
}

function rest(turn: Turn) {
  changeDelivery(turn, { live: false });
  stopWaiting(turn);
  clearTimer(turn, "again");
  turn.effects.push({ type: "poll", how: "stop" }, { type: "leave" });
}

function retry(turn: Turn) {
  if (turn.state.delivery.live) return;
  if (turn.state.shown.mode === "ended") {
    show(turn, { mode: "opening", problem: null });
    turn.effects.push({ type: "join" });
    beginGrace(turn);
  }
  turn.effects.push({ type: "retry-line" });
  if (turn.state.delivery.overdue) turn.effects.push({ type: "poll", how: "hurry" });
}

// What changes

function change(turn: Turn, parts: Partial<ShopWatchState>) {
  turn.state = { ...turn.state, ...parts };
}

function changeDelivery(turn: Turn, parts: Partial<Delivery>) {
  change(turn, { delivery: { ...turn.state.delivery, ...parts } });
}

function show(turn: Turn, parts: Partial<ShopState>) {
  const { shown, delivery } = turn.state;
  change(turn, { shown: shownBy(shown, delivery, turn.at.clockOffset, parts) });
}

function setTimer(turn: Turn, timer: ShopTimer, ms: number) {
  turn.effects.push({ type: "set-timer", timer, ms, spreadMs: SPREAD_MS });
}

function clearTimer(turn: Turn, timer: ShopTimer) {
  turn.effects.push({ type: "clear-timer", timer });
}
