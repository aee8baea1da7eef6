/** Timers by name: each runs once at most, and setting it again begins it anew. */
import type { LiveEnv, Timer } from "./connection/env";

/** Named timers; see {@link createTimers}. */
export interface Timers<Name extends string> {
  set(name: Name, ms: number): void;
  clear(name: Name): void;
}

/** Makes timers that call `ring` with their name when they run out. */
export function createTimers<Name extends string>(
  env: Pick<LiveEnv, "setTimer" | "clearTimer">,
  ring: (name: Name) => void,
): Timers<Name> {
  const running = new Map<Name, Timer>();

  function clear(name: Name) {
    env.clearTimer(running.get(name) ?? null);
    running.delete(name);
  }

  return {
    clear,
    set(name, ms) {
      clear(name);
      const timer = env.setTimer(() => {
        running.delete(name);
        ring(name);
      }, ms);
      running.set(name, timer);
    },
  };
}
