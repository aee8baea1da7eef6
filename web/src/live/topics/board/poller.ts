/** Reading the open orders while the line is down: not quite the board, but near it. */
import { get } from "../../../api/request";
import type { FoundOrder, FoundOrders } from "../../../api/wire";
import { type Answer, createCall } from "../../connection/call";
import type { LiveEnv, Timer } from "../../connection/env";
import { OPEN_STATUSES } from "../../rules";
import type { BoardPoll } from "./reducer";

const EVERY_MS = 30_000;
/** After a failure; chance adds up to half. */
const RETRY_MS = 5_000;
/** Impatience comes in bursts: no two readings closer than this. */
const BETWEEN_MS = 1_000;
/** So many pages are read, newest first; the server has 50 orders on one. */
const PAGES = 6;

/** What the polls tell. */
export interface BoardPollEvents {
  answered(poll: BoardPoll): void;
  failed(): void;
  /** The session has ended. */
  signedOut(): void;
}

/** The polls of the board; see {@link createBoardPoller}. */
export interface BoardPoller {
  /** Reads at once and from then on. */
  hurry(): void;
  /** Reads no more, and forgets the answer under way. */
  stop(): void;
}

/** Polls the orders of these restaurants; of none: of all that the person may see. */
export function createBoardPoller(
  env: LiveEnv,
  restaurantIds: string[],
  events: BoardPollEvents,
): BoardPoller {
  const call = createCall(env);
  let timer: Timer | null = null;
  let readAt = -Infinity;

  function readIn(ms: number) {
    stop();
    timer = env.setTimer(begin, Math.max(0, ms, readAt + BETWEEN_MS - env.monotonic()));
  }

  function begin() {
    timer = null;
    readAt = env.monotonic();
    read(1, [], null);
  }

  function read(page: number, before: FoundOrder[], cursor: string | null) {
    // In the background nobody looks; whoever sees the tab again is in a hurry.
    if (env.hidden()) return;
    const query = queryOf(restaurantIds, cursor);
    call.make(get("/api/staff/orders", { query }), (answer) => take(page, before, answer));
  }

  function take(page: number, before: FoundOrder[], answer: Answer<FoundOrders> | null) {
    if (answer?.status === 401) return events.signedOut();
    if (!answer?.body) {
      readIn(RETRY_MS * (1 + env.random() / 2));
      return events.failed();
    }
    const { orders: more, nextCursor } = answer.body;
    const orders = [...before, ...more];
    if (nextCursor && page < PAGES) return read(page + 1, orders, nextCursor);
    readIn(EVERY_MS);
    events.answered({ type: "poll", orders, isWhole: nextCursor === null });
  }

  function stop() {
    env.clearTimer(timer);
    timer = null;
    call.hangUp();
  }

  return { hurry: () => readIn(0), stop };
}

function queryOf(restaurantIds: string[], cursor: string | null) {
  return {
    status: OPEN_STATUSES.join(","),
    ...(restaurantIds.length > 0 && { restaurantId: restaurantIds.join(",") }),
    ...(cursor !== null && { cursor }),
  };
}
