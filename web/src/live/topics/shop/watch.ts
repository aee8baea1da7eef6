/** A watched restaurant, driven: does in the world what `machine.ts` decides, and tells whoever looks what has changed. */
import type { LiveEnv } from "../../connection/env";
import type { LineUser, SharedLine } from "../../connection/line";
import { runMachine } from "../../machine";
import { createTimers } from "../../timers";
import type { Opened, Watching } from "../topic";
import { NO_SHOP_WATCH_YET, type ShopEffect, type ShopEvent, type ShopTimer, stepShop } from "./machine";
import type { ShopWatchState } from "./machine";
import { createShopPoller } from "./poller";
import type { ShopKey, ShopState } from "./state";
import { wishFor } from "./wish";

/** A hold on a restaurant's news. */
export type ShopWatch = Watching<ShopState>;

/** Watches a restaurant over `line`, and by polls while the line does not bring it. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createShopWatch(env: LiveEnv, key: ShopKey, line: SharedLine): Opened<ShopWatch> {
  const listeners = new Set<() => void>();
  const timers = createTimers<ShopTimer>(env, (timer) => send({ type: "timer", timer }));
  const poller = createShopPoller(env, key, () => env.now() + line.clock.offset(), {
    answered: (availability) => send({ type: "answered", availability }),
    failed: () => send({ type: "failed" }),
    gone: () => send({ type: "gone" }),
  });
  const { state, send } = runMachine({
    first: NO_SHOP_WATCH_YET,
    step: (before: ShopWatchState, event: ShopEvent) =>
      stepShop(before, event, { clockOffset: line.clock.offset(), hidden: env.hidden() }),
    run,
    settled,
  });
  const user: LineUser = {
    lineUp: () => send({ type: "line-up" }),
    receive: (frame) => send({ type: "received", frame }),
    // What everybody may watch is denied to nobody.
    denied: () => undefined,
    lineDown: () => send({ type: "line-down" }),
    sleep: () => send({ type: "sleep" }),
    wake: () => send({ type: "wake" }),
    cut: () => send({ type: "cut" }),
    mended: () => send({ type: "mended" }),
  };
  send({ type: "begin" });

  function run(effect: ShopEffect) {
    switch (effect.type) {
      case "set-timer":
        return timers.set(effect.timer, effect.ms + env.random() * effect.spreadMs);
      case "clear-timer":
        return timers.clear(effect.timer);
      case "poll":
        return poller[effect.how]();
      case "subscribe":
        return line.subscribe(user, wishFor(key)) || send({ type: "slot-refused" });
      case "join":
        return line.join(user);
      case "leave":
        return line.leave(user);
      case "retry-line":
        return line.retry();
    }
  }

  function settled(before: ShopWatchState, after: ShopWatchState) {
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
      retry: () => send({ type: "retry" }),
      close: () => send({ type: "close" }),
    },
  };
}
