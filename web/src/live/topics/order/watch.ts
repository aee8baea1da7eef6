/** One watched order, driven: does in the world what `machine.ts` decides, and tells whoever looks what has changed. */
import type { Feedback } from "../../../api/wire";
import type { LiveEnv } from "../../connection/env";
import type { LineUser, SharedLine } from "../../connection/line";
import { runMachine } from "../../machine";
import { createTimers } from "../../timers";
import type { Opened, Watching } from "../topic";
import type { OrderAccess } from "./access";
import { carQuestion } from "./car";
import { createCarPoller } from "./carPoller";
import { NO_WATCH_YET, type OrderEffect, type OrderEvent } from "./events";
import type { OrderTimer, OrderWatchState } from "./events";
import { stepOrder, versionOf } from "./machine";
import { createPoller } from "./poller";
import type { WatchState } from "./state";
import { wishFor } from "./wish";

/** A hold on a watched order. */
export interface Watch extends Watching<WatchState> {
  /** Shows feedback that the server has just accepted. */
  applyFeedback(feedback: Feedback): void;
}

/** Watches an order over `line`, and by polls while the line does not bring it. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createOrderWatch(env: LiveEnv, access: OrderAccess, line: SharedLine): Opened<Watch> {
  const listeners = new Set<() => void>();
  const timers = createTimers<OrderTimer | "quiet">(env, (timer) =>
    timer === "quiet" ? tendCar() : send({ type: "timer", timer }),
  );
  const poller = createPoller(env, access, () => versionOf(state().shown.order), {
    answered: (order, asked) => send({ type: "answered", order, asked }),
    unchanged: () => send({ type: "unchanged" }),
    gone: (problem) => send({ type: "gone", problem }),
    waits: () => send({ type: "waits" }),
    failed: (givenUp, reached) => send({ type: "failed", givenUp, reached }),
  });
  const cars = createCarPoller(
    env,
    access.pollCar,
    () => state().shown.order?.car?.at ?? null,
    (car, known) => send({ type: "car", car, known }),
  );
  const { state, send } = runMachine({
    first: NO_WATCH_YET,
    step: (before: OrderWatchState, event: OrderEvent) => stepOrder(before, event, moment()),
    run,
    settled,
  });
  const user: LineUser = {
    lineUp: () => send({ type: "line-up" }),
    receive: (frame) => send({ type: "received", frame }),
    denied: () => send({ type: "denied" }),
    lineDown: (silent, heardAt) => send({ type: "line-down", silent, heardAt }),
    sleep: () => send({ type: "sleep" }),
    wake: () => send({ type: "wake" }),
    cut: () => send({ type: "cut" }),
    mended: () => send({ type: "mended" }),
  };
  send({ type: "begin" });

  function moment() {
    return { now: env.now(), clockOffset: line.clock.offset(), hidden: env.hidden() };
  }

  function run(effect: OrderEffect) {
    switch (effect.type) {
      case "set-timer":
        return timers.set(effect.timer, effect.ms + (effect.spreadMs && env.random() * effect.spreadMs));
      case "clear-timer":
        return timers.clear(effect.timer);
      case "poll":
        return poller[effect.how]();
      case "hurry-car":
        return cars.want(false);
      case "subscribe":
        return send({
          type: line.subscribe(user, wishFor(access, effect.since)) ? "slot-granted" : "slot-refused",
        });
      case "join":
        return line.join(user);
      case "leave":
        return line.leave(user);
      case "drop-line":
        return line.drop();
      case "retry-line":
        return line.retry();
    }
  }

  function settled(before: OrderWatchState, after: OrderWatchState) {
    tendCar();
    if (before.shown === after.shown) return;
    for (const listener of listeners) listener();
  }

  function tendCar() {
    const { shown, delivery } = state();
    const by = { live: delivery.live, polling: poller.isRunning() };
    const { ask, inMs } = carQuestion(shown.order, by, env.now() + line.clock.offset());
    if (inMs === null) timers.clear("quiet");
    else timers.set("quiet", inMs);
    cars.want(ask);
  }

  return {
    user,
    page: {
      getState: () => state().shown,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      applyFeedback: (feedback) => send({ type: "feedback", feedback }),
      retry: () => send({ type: "retry" }),
      close: () => send({ type: "close" }),
    },
  };
}
