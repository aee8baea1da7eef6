/** The polls of a restaurant, for as long as its line is missing (ordering §3 Live): every 300 s, and when it changes next. */
import { get } from "../../../api/request";
import type { Availability } from "../../../api/wire";
import { type Answer, createCall } from "../../connection/call";
import type { LiveEnv, Timer } from "../../connection/env";
import { SPREAD_MS } from "../delivery";
import type { ShopKey } from "./state";

const EVERY_MS = 300_000;
/** After a failure; chance adds up to half. */
const RETRY_MS = 5_000;
/** Impatience comes in bursts: no two readings closer than this. */
const BETWEEN_MS = 1_000;

/** What the polls tell. */
export interface ShopPollEvents {
  answered(availability: Availability): void;
  failed(): void;
  /** There is no such restaurant. */
  gone(): void;
}

/** The polls of a restaurant; see {@link createShopPoller}. */
export interface ShopPoller {
  /** Reads at once and from then on. */
  hurry(): void;
  /** Reads no more, and forgets the answer under way. */
  stop(): void;
}

/** Polls a restaurant; `serverNow` is epoch ms by the server's clock. */
export function createShopPoller(
  env: LiveEnv,
  { restaurantId, orderType }: ShopKey,
  serverNow: () => number,
  events: ShopPollEvents,
): ShopPoller {
  const call = createCall(env);
  const question = get("/api/commerce/v2/shops/{shopId}/availability", {
    path: { shopId: restaurantId },
    query: { orderType },
  });
  let timer: Timer | null = null;
  let readAt = -Infinity;

  function readIn(ms: number) {
    stop();
    timer = env.setTimer(read, Math.max(0, ms, readAt + BETWEEN_MS - env.monotonic()));
  }

  function read() {
    timer = null;
    // In the background nobody looks; whoever sees the tab again is in a hurry.
    if (env.hidden()) return;
    readAt = env.monotonic();
    call.make(question, take);
  }

  function take(answer: Answer<Availability> | null) {
    if (answer?.status === 404) return events.gone();
    if (!answer?.body) {
      readIn(RETRY_MS * (1 + env.random() / 2));
      return events.failed();
    }
    readIn(pauseUntil(answer.body.nextChangeAt));
    events.answered(answer.body);
  }

  /** All who poll are told the same moment of change: chance parts them. */
  function pauseUntil(nextChangeAt: string): number {
    const inMs = Date.parse(nextChangeAt) - serverNow();
    return inMs > 0 && inMs < EVERY_MS ? inMs + env.random() * SPREAD_MS : EVERY_MS;
  }

  function stop() {
    env.clearTimer(timer);
    timer = null;
    call.hangUp();
  }

  return { hurry: () => readIn(0), stop };
}
