/** The watched board, driven: does in the world what `machine.ts` decides, and tells whoever looks what has changed. */
import type { LiveEnv } from "../../connection/env";
import type { LineUser, SharedLine } from "../../connection/line";
import { runMachine } from "../../machine";
import { createTimers } from "../../timers";
import type { Opened, Watching } from "../topic";
import { type Cars, createBoardCars } from "./cars";
import { type BoardEffect, type BoardEvent, NO_BOARD_WATCH_YET, stepBoard } from "./machine";
import type { BoardTimer, BoardWatchState } from "./machine";
import { createBoardPoller } from "./poller";
import type { BoardState } from "./state";
import { wishFor } from "./wish";

/** A hold on the staff's board. */
export interface Board extends Watching<BoardState> {
  /** The board's cars, while somebody is subscribed to them; `null` while they are not known. */
  getCars(): Cars | null;
  /** Asks for the cars, and calls back on each change, until the returned function is called. */
  subscribeCars(listener: () => void): () => void;
}

/** Watches the board of these restaurants over `line`, and by polls while the line does not bring it. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createBoardWatch(env: LiveEnv, restaurantIds: string[], line: SharedLine): Opened<Board> {
  const listeners = new Set<() => void>();
  const timers = createTimers<BoardTimer>(env, (timer) => send({ type: "timer", timer }));
  const poller = createBoardPoller(env, restaurantIds, {
    answered: (poll) => send({ type: "answered", poll }),
    failed: () => send({ type: "failed" }),
    signedOut: () => send({ type: "signed-out" }),
  });
  const cars = createBoardCars(env, () => send({ type: "cars-wanted" }));
  const { state, send } = runMachine({
    first: NO_BOARD_WATCH_YET,
    step: (before: BoardWatchState, event: BoardEvent) => stepBoard(before, event, moment()),
    run,
    settled,
  });
  const user: LineUser = {
    lineUp: () => send({ type: "line-up" }),
    receive: (frame) => send({ type: "received", frame }),
    denied: (why) => send({ type: "denied", why }),
    lineDown: (_silent, heardAt) => send({ type: "line-down", heardAt }),
    sleep: () => send({ type: "sleep" }),
    wake: () => send({ type: "wake" }),
    cut: () => send({ type: "cut" }),
    mended: () => send({ type: "mended" }),
  };
  send({ type: "begin" });

  function moment() {
    return { now: env.now(), clockOffset: line.clock.offset(), hidden: env.hidden() };
  }

  function run(effect: BoardEffect) {
    switch (effect.type) {
      case "set-timer":
        return timers.set(effect.timer, effect.ms + env.random() * effect.spreadMs);
      case "clear-timer":
        return timers.clear(effect.timer);
      case "poll":
        return poller[effect.how]();
      case "begin-cars":
        return cars.begin();
      case "receive-cars":
        return cars.receive(effect.frame);
      case "forget-cars":
        return cars.forget();
      case "rest-cars":
        return cars.rest();
      case "subscribe":
        return (
          line.subscribe(user, wishFor(restaurantIds, cars.isWanted())) || send({ type: "slot-refused" })
        );
      case "renew":
        return line.renew(user);
      case "join":
        return line.join(user);
      case "leave":
        return line.leave(user);
      case "retry-line":
        return line.retry();
    }
  }

  function settled(before: BoardWatchState, after: BoardWatchState) {
    if (before.shown === after.shown) return;
    for (const listener of listeners) listener();
  }

  return {
    user,
    page: {
      getState: () => state().shown,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getCars: cars.get,
      subscribeCars: cars.subscribe,
      retry: () => send({ type: "retry" }),
      close: () => send({ type: "close" }),
    },
  };
}
