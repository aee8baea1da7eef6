/** Polling one order while the line is down (T-63, T-64: every 30 s, three retries, not in the background). */
import type { MessageCode, OrderTracking } from "../../../api/wire";
import type { OrderAccess } from "./access";
import { type Answer, createCall } from "../../connection/call";
import type { LiveEnv, Timer } from "../../connection/env";
import type { Version } from "./state";

const EVERY_MS = 30_000;
/** An order that waits for its money is asked for so often, first and once a minute has passed. */
const WAITING_MS = 2_000;
const WAITING_LONG_MS = 10_000;
const LONG_AFTER_MS = 60_000;
const RETRIES = 3;
/** The first retry; it doubles, and chance adds up to half, so that nothing is called a failure before 5 s. */
const RETRY_MS = 1_000;
/** Focus, wake and impatience come in bursts: no two polls closer than this. */
const BETWEEN_POLLS_MS = 1_000;

/** What the polls tell. */
export interface PollEvents {
  /** The order, and what was known when it was asked for. */
  answered(order: OrderTracking, asked: Version | null): void;
  /** What is known is still true. */
  unchanged(): void;
  /** There is nothing to poll: 404, 410, or 409 of an order that nobody paid. */
  gone(problem: "not-found" | "expired" | "unpaid"): void;
  /** The order waits for its money. */
  waits(): void;
  /** A poll failed; a retry follows, or, where `givenUp`, none does until asked for. `reached`: the server answered. */
  failed(givenUp: boolean, reached: boolean): void;
}

/** The polls of one order; see {@link createPoller}. */
export interface Poller {
  /** Polls at once and from then on; where it is doing so already, goes on. */
  start(): void;
  /** Polls at once and from then on, with all its retries before it. */
  hurry(): void;
  /** Polls no more; an answer under way still counts. */
  stop(): void;
  /** Whether polls are made at present. */
  isRunning(): boolean;
  /** Polls no more, and forgets the answer under way. */
  close(): void;
}

/** Polls the order. `known` is what the page shows: only for that does an `ETag` ask whether it is still true. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createPoller(
  env: LiveEnv,
  { poll: api }: OrderAccess,
  known: () => Version | null,
  events: PollEvents,
): Poller {
  const call = createCall(env);
  let running = false;
  let timer: Timer | null = null;
  let askedAt = -Infinity;
  let failures = 0;
  let waitsSince: number | null = null;
  let tag: { etag: string; of: Version } | null = null;

  function pollIn(ms: number) {
    env.clearTimer(timer);
    timer = null;
    const wait = Math.max(ms, askedAt + BETWEEN_POLLS_MS - env.monotonic());
    if (wait <= 0) poll();
    else timer = env.setTimer(poll, wait);
  }

  function poll() {
    timer = null;
    // In the background nobody looks; whoever sees the tab again starts anew.
    if (env.hidden()) return stop();
    if (call.isBusy()) return;
    askedAt = env.monotonic();
    const asked = known();
    call.make(api, (answer) => (answer ? read(answer, asked) : fail(false)), tagOf(asked));
  }

  function tagOf(asked: Version | null): string | null {
    const isShown = tag !== null && tag.of.seq === asked?.seq && tag.of.rev === asked.rev;
    return isShown && tag ? tag.etag : null;
  }

  function read({ status, etag, body: order, code }: Answer<OrderTracking>, asked: Version | null) {
    if (code === "order/not-received") return waits();
    const problem = problemOf(status, code);
    if (problem !== null) return gone(problem);
    if (order === null && status !== 304) return fail(true);
    failures = 0;
    waitsSince = null;
    if (running) pollIn(EVERY_MS);
    if (order === null) return events.unchanged();
    tag = etag === null ? null : { etag, of: { seq: order.seq, rev: order.rev } };
    events.answered(order, asked);
  }

  function gone(problem: "not-found" | "expired" | "unpaid") {
    stop();
    events.gone(problem);
  }

  function waits() {
    failures = 0;
    waitsSince ??= env.monotonic();
    const isLong = env.monotonic() - waitsSince >= LONG_AFTER_MS;
    if (running) pollIn(isLong ? WAITING_LONG_MS : WAITING_MS);
    events.waits();
  }

  function fail(reached: boolean) {
    failures += 1;
    // A poll that was stopped meanwhile gives nothing up.
    const givenUp = running && failures > RETRIES;
    if (givenUp) stop();
    else if (running) pollIn(RETRY_MS * 2 ** (failures - 1) * (1 + env.random() / 2));
    events.failed(givenUp, reached);
  }

  function stop() {
    env.clearTimer(timer);
    timer = null;
    running = false;
  }

  function hurry() {
    failures = 0;
    running = true;
    if (!call.isBusy()) pollIn(0);
  }

  return {
    start: () => {
      if (!running) hurry();
    },
    hurry,
    stop,
    isRunning: () => running,
    close() {
      stop();
      call.hangUp();
    },
  };
}

function problemOf(status: number, code: MessageCode | null): "not-found" | "expired" | "unpaid" | null {
  if (code === "order/expired-unpaid") return "unpaid";
  if (status === 404) return "not-found";
  return status === 410 ? "expired" : null;
}
