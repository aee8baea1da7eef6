/** Asking where the car is, while the line is down and the order is on its way (T-67, T-68). */
import type { ApiCall } from "../../../api/request";
import type { CarPosition } from "../../../api/wire";
import { createCall, type Answer } from "../../connection/call";
import type { LiveEnv, Timer } from "../../connection/env";

const EVERY_MS = 10_000;
const RETRIES = 10;
/** The first retry; it doubles up to the usual pace, and chance adds up to half. */
const RETRY_MS = 1_000;
/** However often it is wanted anew, no two calls closer than this. */
const BETWEEN_CALLS_MS = 1_000;

/** The calls for one order's car; see {@link createCarPoller}. */
export interface CarPoller {
  /** Whether to ask. Wanted anew, it asks at once; no more wanted, the answer under way counts no more either. */
  want(wanted: boolean): void;
}

/**
 * Makes the call, where there is one, every 10 s while that is wanted. `known` is the time of the position on the page,
 * and comes back with the answer: "no car" is said of that one, not of a newer one that came meanwhile. A failure is
 * nobody's trouble: the order's own polls say whether there is a connection, and the position grows old by itself.
 */
export function createCarPoller(
  env: LiveEnv,
  api: ApiCall<CarPosition> | null,
  known: () => string | null,
  receive: (car: CarPosition | null, known: string | null) => void,
): CarPoller {
  const call = createCall(env);
  let wanted = false;
  let timer: Timer | null = null;
  let askedAt = -Infinity;
  let failures = 0;

  function askIn(ms: number) {
    env.clearTimer(timer);
    timer = null;
    const wait = Math.max(ms, askedAt + BETWEEN_CALLS_MS - env.monotonic());
    if (wait <= 0) ask();
    else timer = env.setTimer(ask, wait);
  }

  function ask() {
    timer = null;
    if (api === null) return;
    // Nobody looks; whoever sees the tab again wants it anew.
    if (env.hidden()) return want(false);
    askedAt = env.monotonic();
    const asked = known();
    call.make(api, (answer) => read(answer, asked));
  }

  function read(answer: Answer<CarPosition> | null, asked: string | null) {
    if (!answer || (answer.body === null && answer.status !== 404)) return fail();
    failures = 0;
    askIn(EVERY_MS);
    receive(answer.body, asked);
  }

  function fail() {
    failures += 1;
    if (failures > RETRIES) return;
    askIn(Math.min(EVERY_MS, RETRY_MS * 2 ** (failures - 1)) * (1 + env.random() / 2));
  }

  function want(now: boolean) {
    if (now === wanted) return;
    wanted = now;
    failures = 0;
    if (wanted) return askIn(0);
    env.clearTimer(timer);
    timer = null;
    call.hangUp();
  }

  return { want };
}
