/**
 * The watched board, as a machine: how it is delivered, when the line is asked for it, when it is polled, and when there
 * is nothing more to ask for. What is delivered passes the board's one reducer next door.
 */
import type { CarsFrame, MessageCode, ServerFrame } from "../../../api/wire";
import { stepBy, type Turn as AnyTurn } from "../../machine";
import { GRACE_MS, NO_DELIVERY_YET, type Delivery, shownBy, SPREAD_MS } from "../delivery";
import { type BoardNews, type BoardPoll, reduceBoard } from "./reducer";
import { type BoardProblem, type BoardState, NO_BOARD_YET } from "./state";

/** A line that refused the board is asked again after this, and a spread. */
const AGAIN_MS = 5_000;

/** What ends the watching, as the server says it. */
const PROBLEMS: Partial<Record<MessageCode, BoardProblem>> = {
  "board/session-ended": "session-ended",
  "board/too-large": "too-large",
  "board/forbidden": "refused",
  "shop/not-found": "refused",
};

/** All that a watch knows. */
export interface BoardWatchState {
  readonly shown: BoardState;
  readonly delivery: Delivery;
  /** Whether a lost line still has time to come back before the person is told. */
  readonly grace: boolean;
}

/** A watch that has not begun. */
export const NO_BOARD_WATCH_YET: BoardWatchState = {
  shown: NO_BOARD_YET,
  delivery: NO_DELIVERY_YET,
  grace: false,
};

/** `grace`: the line has been missing for long enough to say so; `again`: ask a line once more that refused us. */
export type BoardTimer = "grace" | "again";

/** What happens to a watch. */
export type BoardEvent =
  | { type: "begin" }
  | { type: "line-up" }
  /** The effect `subscribe` found no place on the line. */
  | { type: "slot-refused" }
  /** Somebody wants the board's cars, or nobody does any more. */
  | { type: "cars-wanted" }
  | { type: "received"; frame: ServerFrame }
  | { type: "denied"; why: "signed-out" | "unavailable" }
  | { type: "line-down"; heardAt: number }
  | { type: "sleep" }
  | { type: "wake" }
  /** The browser says that the network went; something came all the same, or the network came back. */
  | { type: "cut" }
  | { type: "mended" }
  | { type: "timer"; timer: BoardTimer }
  /** What the polls tell; see `poller.ts`. */
  | { type: "answered"; poll: BoardPoll }
  | { type: "failed" }
  | { type: "signed-out" }
  | { type: "retry" }
  | { type: "close" };

/** What is to be done. */
export type BoardEffect =
  | { type: "set-timer"; timer: BoardTimer; ms: number; spreadMs: number }
  | { type: "clear-timer"; timer: BoardTimer }
  | { type: "poll"; how: "hurry" | "stop" }
  /** What becomes of the cars: the next frame holds them all; a frame of them; nobody tells any more; nobody looks. */
  | { type: "begin-cars" }
  | { type: "receive-cars"; frame: CarsFrame }
  | { type: "forget-cars" }
  | { type: "rest-cars" }
  | { type: "subscribe" }
  | { type: "renew" }
  | { type: "join" }
  | { type: "leave" }
  | { type: "retry-line" };

/** What the machine may know of the world. */
export interface BoardMoment {
  /** Epoch ms by the reader's clock. */
  readonly now: number;
  /** What the server's clock shows more, milliseconds. */
  readonly clockOffset: number;
  /** Whether the tab is in the background. */
  readonly hidden: boolean;
}

type Turn = AnyTurn<BoardWatchState, BoardEffect, BoardMoment>;

/** The next state of a watch, and what is to be done about an event. */
export const stepBoard = stepBy<BoardWatchState, BoardEvent, BoardEffect, BoardMoment>((turn, event) => {
  switch (event.type) {
    case "begin":
      return beginGrace(turn);
    case "line-up":
      return subscribe(turn);
    case "slot-refused":
      return askAgainLater(turn);
    case "cars-wanted":
      return renew(turn);
    case "received":
      return receive(turn, event.frame);
    case "denied":
      return refuse(turn, event.why === "signed-out" ? "session-ended" : null);
    case "line-down":
      return lineDown(turn, event.heardAt);
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
      return show(turn, { rows: reduceBoard(turn.state.shown.rows, event.poll), trueAt: turn.at.now });
    case "failed":
      changeDelivery(turn, { lastPoll: "bad" });
      return show(turn, {});
    case "signed-out":
      return finish(turn, "session-ended");
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

/** Asks for the board anew, with its cars or without. What is shown stays true meanwhile. */
function renew(turn: Turn) {
  if (turn.state.delivery.live) lose(turn, turn.at.now);
  turn.effects.push({ type: "renew" });
}

function askAgainLater(turn: Turn) {
  setTimer(turn, "again", AGAIN_MS);
}

function receive(turn: Turn, frame: ServerFrame) {
  if (frame.type === "board") take(turn, { type: turn.state.delivery.live ? "change" : "whole", frame });
  else if (frame.type === "cars") turn.effects.push({ type: "receive-cars", frame });
  else if (frame.type === "error") refuse(turn, PROBLEMS[frame.code] ?? null);
}

function take(turn: Turn, news: BoardNews) {
  const { delivery, shown } = turn.state;
  if (!delivery.live) turn.effects.push({ type: "begin-cars" });
  changeDelivery(turn, { live: true });
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" });
  show(turn, { ...(!delivery.live && { trueAt: turn.at.now }), rows: reduceBoard(shown.rows, news) });
}

function refuse(turn: Turn, problem: BoardProblem | null) {
  if (problem) return finish(turn, problem);
  if (turn.state.delivery.live) lose(turn, turn.at.now);
  askAgainLater(turn);
}

function lineDown(turn: Turn, heardAt: number) {
  clearTimer(turn, "again");
  if (turn.state.delivery.live) lose(turn, heardAt);
}

function lose(turn: Turn, heardAt: number) {
  changeDelivery(turn, { live: false });
  beginGrace(turn);
  show(turn, { trueAt: heardAt });
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
  // Polls know no cars.
  turn.effects.push({ type: "poll", how: "hurry" }, { type: "forget-cars" });
  show(turn, {});
}

function stopWaiting(turn: Turn) {
  change(turn, { grace: false });
  changeDelivery(turn, { overdue: false });
  clearTimer(turn, "grace");
}

function sleep(turn: Turn) {
  stopWaiting(turn);
  turn.effects.push({ type: "poll", how: "stop" }, { type: "forget-cars" });
  if (turn.state.shown.problem === null) show(turn, { mode: "opening" });
}

function cut(turn: Turn) {
  const { delivery, shown, grace } = turn.state;
  const isWatching = delivery.live || delivery.overdue || grace;
  if (!isWatching || shown.problem !== null || delivery.cut) return;
  changeDelivery(turn, { cut: true });
  show(turn, delivery.live ? { trueAt: turn.at.now } : {});
}

function wake(turn: Turn) {
  const { delivery, shown, grace } = turn.state;
  if (delivery.live || shown.problem !== null) return;
  if (delivery.overdue) turn.effects.push({ type: "poll", how: "hurry" });
  else if (!grace) beginGrace(turn);
}

// The end

function finish(turn: Turn, problem: BoardProblem) {
  rest(turn);
  show(turn, { mode: "ended", problem });
}

function rest(turn: Turn) {
  changeDelivery(turn, { live: false });
  stopWaiting(turn);
  clearTimer(turn, "again");
  turn.effects.push({ type: "poll", how: "stop" }, { type: "rest-cars" }, { type: "leave" });
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

function change(turn: Turn, parts: Partial<BoardWatchState>) {
  turn.state = { ...turn.state, ...parts };
}

function changeDelivery(turn: Turn, parts: Partial<Delivery>) {
  change(turn, { delivery: { ...turn.state.delivery, ...parts } });
}

function show(turn: Turn, parts: Partial<BoardState>) {
  const { shown, delivery } = turn.state;
  change(turn, { shown: shownBy(shown, delivery, turn.at.clockOffset, parts) });
}

function setTimer(turn: Turn, timer: BoardTimer, ms: number) {
  turn.effects.push({ type: "set-timer", timer, ms, spreadMs: SPREAD_MS });
}

function clearTimer(turn: Turn, timer: BoardTimer) {
  turn.effects.push({ type: "clear-timer", timer });
}
