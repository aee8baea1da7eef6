/** The live client: one line per tab, shared by all who watch orders or the board on it. No React in here. */
import type { Feedback } from "../api/wire";
import { asStaff, type OrderAccess, withKey } from "./access";
import type { Cars } from "./board/cars";
import type { BoardState } from "./board/state";
import { type BoardWatch, createBoardWatch } from "./board/watch";
import { createServerClock } from "./clock";
import type { LiveEnv, TabSignal, Timer } from "./env";
import { createTabLine, type LineUser } from "./line";
import { createPool, type Hold } from "./pool";
import type { WatchState } from "./state";
import { createOrderWatch, type OrderWatch } from "./watch";

export type { Cars } from "./board/cars";
export { type BoardProblem, type BoardState, NO_BOARD_YET } from "./board/state";
export { NOTHING_YET } from "./state";
export type { End, Mode, OrderState, Problem, WatchState } from "./state";

/** A tab that has been out of sight for so long closes its line until it is seen again. */
const HIDDEN_MS = 60_000;

/** A hold on something watched; `retry` tries again, where there is a problem or no connection. */
interface Watching<State> extends Hold {
  /** What is known now; the same object until something in it changes. */
  getState(): State;
  /** Calls back on each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A hold on a watched order. */
export interface Watch extends Watching<WatchState> {
  /** Shows feedback that the server has just accepted. */
  applyFeedback(feedback: Feedback): void;
}

/** A hold on the staff's board. */
export interface Board extends Watching<BoardState> {
  /** The board's cars, while somebody is subscribed to them; `null` while they are not known. */
  getCars(): Cars | null;
  /** Asks for the cars, and calls back on each change, until the returned function is called. */
  subscribeCars(listener: () => void): () => void;
}

/** The live client of a tab. Each hold must be closed; what several hold is asked for once. */
export interface Live {
  /** Watches an order with its key. */
  watch(orderId: string, orderKey: string): Watch;
  /** Watches an order as a signed-in member of the staff. */
  watchAsStaff(orderId: string): Watch;
  /** Watches the board of these restaurants as a signed-in member of the staff; of none: of all they may see. */
  watchBoard(restaurantIds: string[]): Board;
}

/** Makes the live client of a tab. Nothing is opened before the first watch. */
export function createLive(world: LiveEnv): Live {
  const clock = createServerClock(world);
  const env = clock.listeningTo(world);
  const orders = createPool<OrderWatch>(begin, end);
  const boards = createPool<BoardWatch>(begin, end);
  const line = createTabLine(env, clock);
  let stopSignals: (() => void) | null = null;
  let outOfSight: Timer | null = null;

  function signal(what: TabSignal) {
    if (what === "hidden") return awaitSleep();
    if (what === "offline") return line.probe();
    if (env.hidden()) return;
    env.clearTimer(outOfSight);
    line.wake();
  }

  function awaitSleep() {
    env.clearTimer(outOfSight);
    outOfSight = env.setTimer(() => line.sleep(), HIDDEN_MS);
  }

  function begin(user: LineUser) {
    listenToTab();
    line.join(user);
  }

  function end() {
    if (!orders.isEmpty() || !boards.isEmpty()) return;
    stopSignals?.();
    stopSignals = null;
    env.clearTimer(outOfSight);
  }

  function listenToTab() {
    if (stopSignals) return;
    stopSignals = env.onSignal(signal);
    if (env.hidden()) awaitSleep();
  }

  function watchBy(access: OrderAccess): Watch {
    const { one, hold } = orders.hold(access.name, () => createOrderWatch(env, access, line));
    const { getState, subscribe, applyFeedback } = one;
    return { getState, subscribe, applyFeedback, ...hold };
  }

  return {
    watch: (orderId, orderKey) => watchBy(withKey(orderId, orderKey)),
    watchAsStaff: (orderId) => watchBy(asStaff(orderId)),
    watchBoard(restaurantIds) {
      const name = JSON.stringify(restaurantIds);
      const { one, hold } = boards.hold(name, () => createBoardWatch(env, restaurantIds, line));
      const { getState, subscribe, getCars, subscribeCars } = one;
      return { getState, subscribe, getCars, subscribeCars, ...hold };
    },
  };
}
