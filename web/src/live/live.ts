/** The live client: one line per tab, shared by all who watch orders on it. No React in here. */
import type { Feedback, ServerFrame } from "../api/wire";
import { type OrderAccess, withKey } from "./access";
import { createConnection } from "./connection";
import type { LiveEnv, TabSignal, Timer } from "./env";
import type { WatchState } from "./state";
import { createOrderWatch, type OrderWatch, type SharedLine } from "./watch";

export type { End, Mode, OrderState, Problem, WatchState } from "./state";

/** The contract's limit of orders on one line; what is over it is polled. */
const ORDERS_PER_LINE = 32;
/** A tab that has been out of sight for so long closes its line until it is seen again. */
const HIDDEN_MS = 60_000;

/** A hold on a watched order. The same order watched twice is asked for once. */
export interface Watch {
  /** What is known now; the same object until something in it changes. */
  getState(): WatchState;
  /** Calls back on each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Tries again, where there is a problem or no connection. */
  retry(): void;
  /** Shows feedback that the server has just accepted. */
  applyFeedback(feedback: Feedback): void;
  /** Lets go; the last hold ends the watching. */
  close(): void;
}

/** The live client of a tab. */
export interface Live {
  /** Watches an order with its key; each call must be closed. */
  watch(orderId: string, orderKey: string): Watch;
}

/** A place on the line, and whether the server has answered its subscription. */
interface Seat {
  watch: OrderWatch;
  answered: boolean;
}

/** Makes the live client of a tab. Nothing is opened before the first watch. */
export function createLive(env: LiveEnv): Live {
  const shared = new Map<string, { watch: OrderWatch; holds: number }>();
  /** Those who still want to hear, and among them those who have a place on the line. */
  const active = new Set<OrderWatch>();
  const seated = new Map<string, Seat>();
  const connection = createConnection(env, { up, frame: hear, down });
  let heardAt = 0;
  let stopSignals: (() => void) | null = null;
  let outOfSight: Timer | null = null;

  const line: SharedLine = {
    subscribe(watch, since) {
      const { orderId, orderKey } = watch.access;
      if (!connection.isUp() || seated.has(orderId) || seated.size >= ORDERS_PER_LINE) return false;
      seated.set(orderId, { watch, answered: false });
      const from = since === null ? {} : { since };
      connection.send({ type: "subscribe", topic: "order", orderId, orderKey, ...from });
      return true;
    },
    join,
    leave(watch) {
      active.delete(watch);
      if (seated.get(watch.access.orderId)?.watch === watch) {
        seated.delete(watch.access.orderId);
        connection.send({ type: "unsubscribe", topic: "order", orderId: watch.access.orderId });
      }
      connection.want(active.size > 0);
    },
    drop: () => connection.drop(),
    retry: () => connection.retry(),
  };

  function join(watch: OrderWatch) {
    active.add(watch);
    connection.want(true);
    if (connection.isUp()) watch.lineUp();
  }

  function up() {
    for (const watch of active) watch.lineUp();
  }

  function hear(frame: ServerFrame) {
    if (frame.type !== "beat" || !frame.delayed) heardAt = env.now();
    if (!("orderId" in frame) || frame.orderId === undefined) return;
    const seat = seated.get(frame.orderId);
    if (!seat) return;
    if (frame.type === "subscribed" || frame.type === "error") seat.answered = true;
    // What comes before the answer was meant for who sat here before.
    if (!seat.answered) return;
    if (frame.type === "end" || frame.type === "error") seated.delete(frame.orderId);
    seat.watch.hear(frame);
  }

  function down(silent: boolean) {
    seated.clear();
    for (const watch of active) watch.lineDown(silent, heardAt);
  }

  function signal(what: TabSignal) {
    if (what === "hidden") return awaitSleep();
    if (what === "offline") return connection.probe();
    if (env.hidden()) return;
    env.clearTimer(outOfSight);
    connection.wake();
    for (const watch of active) watch.wake();
  }

  function awaitSleep() {
    env.clearTimer(outOfSight);
    outOfSight = env.setTimer(() => {
      connection.sleep();
      for (const watch of active) watch.sleep();
    }, HIDDEN_MS);
  }

  function hold(access: OrderAccess): OrderWatch {
    const entry = shared.get(access.name) ?? { watch: createOrderWatch(env, access, line), holds: 0 };
    entry.holds += 1;
    if (entry.holds > 1) return entry.watch;
    shared.set(access.name, entry);
    listenToTab();
    join(entry.watch);
    return entry.watch;
  }

  function letGo(name: string) {
    const entry = shared.get(name);
    if (!entry) return;
    entry.holds -= 1;
    if (entry.holds > 0) return;
    shared.delete(name);
    entry.watch.close();
    if (shared.size === 0) ignoreTab();
  }

  function listenToTab() {
    if (stopSignals) return;
    stopSignals = env.onSignal(signal);
    if (env.hidden()) awaitSleep();
  }

  function ignoreTab() {
    stopSignals?.();
    stopSignals = null;
    env.clearTimer(outOfSight);
  }

  return {
    watch(orderId, orderKey) {
      const access = withKey(orderId, orderKey);
      const { getState, subscribe, applyFeedback, ...watch } = hold(access);
      let open = true;
      const retry = () => {
        if (open) watch.retry();
      };
      const close = () => {
        if (open) letGo(access.name);
        open = false;
      };
      return { getState, subscribe, retry, applyFeedback, close };
    },
  };
}
