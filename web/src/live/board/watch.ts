/** The watched board: puts what the line and the polls bring through the reducer, and says which road it came by. */
import type { MessageCode, ServerFrame } from "../../api/wire";
import type { LiveEnv, Timer } from "../env";
import type { LineUser, SharedLine } from "../line";
import type { Mode } from "../state";
import { type Cars, createBoardCars } from "./cars";
import { createBoardPoller } from "./poller";
import { type BoardNews, reduceBoard } from "./reducer";
import { type BoardProblem, type BoardState, NO_BOARD_YET } from "./state";

/** A lost line has so long, and a spread, to come back before polls begin and the person is told. */
const GRACE_MS = 5_000;
const SPREAD_MS = 1_000;
/** A line that refused the board is asked again after this, and a spread. */
const AGAIN_MS = 5_000;

/** What ends the watching, as the server says it. */
const PROBLEMS: Partial<Record<MessageCode, BoardProblem>> = {
  "board/session-ended": "session-ended",
  "board/too-large": "too-large",
  "board/forbidden": "refused",
  "shop/not-found": "refused",
};

/** The watched board, shared by all who watch it; see {@link createBoardWatch}. */
export interface BoardWatch extends LineUser {
  getState(): BoardState;
  subscribe(listener: () => void): () => void;
  /** See `live.ts`. */
  getCars(): Cars | null;
  subscribeCars(listener: () => void): () => void;
  retry(): void;
  close(): void;
}

/** Watches the board of these restaurants over `line`, and by polls while the line does not bring it. */
export function createBoardWatch(env: LiveEnv, restaurantIds: string[], line: SharedLine): BoardWatch {
  const poller = createBoardPoller(env, restaurantIds, { answered, failed, signedOut });
  const cars = createBoardCars(env, renew);
  const listeners = new Set<() => void>();
  let state = NO_BOARD_YET;

  /** Whether this line has told the whole board. */
  let live = false;
  /** Whether the line has been missing for long enough to say so. */
  let overdue = false;
  let lastPoll: "none" | "good" | "bad" = "none";
  let grace: Timer | null = null;
  let again: Timer | null = null;

  const watch: BoardWatch = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getCars: cars.get,
    subscribeCars: cars.subscribe,
    retry,
    close: rest,
    lineUp: subscribe,
    hear,
    denied: (why) => refused(why === "signed-out" ? "session-ended" : null),
    lineDown(_silent, heardAt) {
      env.clearTimer(again);
      if (live) lose(heardAt);
    },
    sleep() {
      env.clearTimer(grace);
      grace = null;
      overdue = false;
      poller.stop();
      cars.forget();
      if (state.problem === null) patch({ mode: "opening" });
    },
    wake() {
      if (live || state.problem !== null) return;
      if (overdue) poller.hurry();
      else if (grace === null) beginGrace();
    },
  };
  beginGrace();
  return watch;

  // The line

  function subscribe() {
    env.clearTimer(again);
    if (state.problem !== null) return;
    const asked = cars.isWanted() ? { restaurantIds, cars: true as const } : { restaurantIds };
    if (!line.subscribe(watch, { topic: "board", ...asked })) askAgainLater();
  }

  /** Asks for the board anew, with its cars or without. What is shown stays true meanwhile. */
  function renew() {
    if (live) lose(env.now());
    line.renew(watch);
  }

  function askAgainLater() {
    env.clearTimer(again);
    again = env.setTimer(subscribe, AGAIN_MS + env.random() * SPREAD_MS);
  }

  function hear(frame: ServerFrame) {
    if (frame.type === "board") take({ type: live ? "change" : "whole", frame });
    else if (frame.type === "cars") cars.hear(frame);
    else if (frame.type === "error") refused(PROBLEMS[frame.code] ?? null);
  }

  function take(news: BoardNews) {
    const change = live ? {} : { trueAt: env.now() };
    if (!live) cars.begin();
    live = true;
    stopWaiting();
    poller.stop();
    patch({ ...change, rows: reduceBoard(state.rows, news) });
  }

  function refused(problem: BoardProblem | null) {
    if (problem) return finish(problem);
    if (live) lose(env.now());
    askAgainLater();
  }

  function lose(heardAt: number) {
    live = false;
    beginGrace();
    patch({ trueAt: heardAt });
  }

  // The polls

  function beginGrace() {
    env.clearTimer(grace);
    overdue = false;
    lastPoll = "none";
    grace = env.setTimer(endGrace, GRACE_MS + env.random() * SPREAD_MS);
  }

  function endGrace() {
    grace = null;
    if (env.hidden()) return;
    overdue = true;
    poller.hurry();
    // Polls know no cars.
    cars.forget();
    patch({});
  }

  function stopWaiting() {
    env.clearTimer(grace);
    grace = null;
    overdue = false;
  }

  function answered(news: BoardNews) {
    lastPoll = "good";
    patch({ rows: reduceBoard(state.rows, news), trueAt: env.now() });
  }

  function failed() {
    lastPoll = "bad";
    patch({});
  }

  function signedOut() {
    finish("session-ended");
  }

  function modeNow(): Mode {
    if (state.mode === "ended") return "ended";
    if (live) return "live";
    if (!overdue || lastPoll === "none") return state.mode;
    return lastPoll === "good" ? "polling" : "offline";
  }

  // The end

  function finish(problem: BoardProblem) {
    rest();
    patch({ mode: "ended", problem });
  }

  function rest() {
    live = false;
    stopWaiting();
    env.clearTimer(again);
    poller.stop();
    cars.rest();
    line.leave(watch);
  }

  function retry() {
    if (live) return;
    if (state.mode === "ended") {
      patch({ mode: "opening", problem: null });
      line.join(watch);
      beginGrace();
    }
    line.retry();
    if (overdue) poller.hurry();
  }

  function patch(change: Partial<BoardState>) {
    const next = { ...state, mode: modeNow(), clockOffset: line.clock.offset(), ...change };
    if (FIELDS.every((field) => next[field] === state[field])) return;
    state = next;
    for (const listener of listeners) listener();
  }
}

const FIELDS = Object.keys(NO_BOARD_YET) as (keyof BoardState)[];
