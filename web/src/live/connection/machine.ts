/**
 * The tab's one socket, as a machine: when it is opened, how long it may be silent, when it comes back after it was lost,
 * and when it rests.
 */
import type { ServerFrame } from "../../api/wire";
import { stepBy, type Turn as AnyTurn } from "../machine";
import { nextTry } from "./backoff";

/** Without a hello by then, an opening line is abandoned. */
const HELLO_WITHIN_MS = 5_000;
/** A line that held so long has proven itself: the back-off begins anew. */
const STABLE_MS = 30_000;
/** So soon must a line answer that is asked whether it still lives. */
const PONG_WITHIN_MS = 5_000;
/** Waking tabs and returning networks come in bursts: no two tries closer than this. */
const BETWEEN_TRIES_MS = 1_000;
/** A try that must wait for longer than this is waited for with knocks: so soon after it is back the server is noticed. */
const KNOCK_EVERY_MS = 3_500;
/** For so long after the line went; then the back-off alone tells. */
const KNOCK_FOR_MS = 10 * 60_000;
/** A line that nobody needs waits so long for the next page to need it. */
const LINGER_MS = 1_000;
/** The close code of a line that went without one. */
export const NO_CODE = 1006;

/** A line that is open, or opening. */
interface Line {
  /** When the hello came, monotonic ms; `null` before it. */
  readonly upSince: number | null;
  /** How long it may be silent. */
  readonly patienceMs: number;
  /** Asked whether it lives, and has not answered. */
  readonly probed: boolean;
}

/** All that the connection knows. */
export interface ConnectionState {
  readonly line: Line | null;
  readonly wanted: boolean;
  readonly asleep: boolean;
  readonly sentAway: boolean;
  /** Tries in a row that did not hold. */
  readonly tries: number;
  /** When the last one was made, monotonic ms. */
  readonly triedAt: number;
  /** The server asked us not to come before this, monotonic ms. */
  readonly notBefore: number;
  /** When the last line that was up went, or the first was tried, monotonic ms. */
  readonly lostAt: number;
  /** Whether the last knock was not answered: the server is away, and its answer to the next is news. */
  readonly isAway: boolean;
}

/** Nobody has wanted a line yet. */
export const NO_LINE_YET: ConnectionState = {
  line: null,
  wanted: false,
  asleep: false,
  sentAway: false,
  tries: 0,
  triedAt: -Infinity,
  notBefore: -Infinity,
  lostAt: -Infinity,
  isAway: false,
};

/**
 * `patience`: silent for too long; `reopen`: time for the next try; `knock`: time to ask whether the server is back; `linger`:
 * nobody has come who needs the line.
 */
export type ConnectionTimer = "patience" | "reopen" | "knock" | "linger";

/** What happens to the connection. */
export type ConnectionEvent =
  | { type: "want"; wanted: boolean }
  | { type: "frame"; frame: ServerFrame }
  /** The line went, or broke the contract. */
  | { type: "closed"; code: number }
  | { type: "timer"; timer: ConnectionTimer }
  /** What came of a knock: whether the server is there and takes lines. */
  | { type: "knocked"; isThere: boolean }
  | { type: "probe" }
  | { type: "wake" }
  | { type: "sleep" }
  | { type: "retry" };

/** What is to be done. */
export type ConnectionEffect =
  | { type: "open" }
  | { type: "hang-up" }
  | { type: "ping" }
  /** Asks by a small call whether the server takes lines. */
  | { type: "knock" }
  | { type: "set-timer"; timer: ConnectionTimer; ms: number }
  | { type: "clear-timer"; timer: ConnectionTimer }
  /** What those are told who watch over the line. */
  | { type: "up" }
  | { type: "frame"; frame: ServerFrame }
  | { type: "down"; silent: boolean };

/** What the machine may know of the world. */
export interface ConnectionMoment {
  /** Monotonic ms. */
  readonly now: number;
  /** From 0 up to, not including, 1. */
  readonly chance: number;
}

type Turn = AnyTurn<ConnectionState, ConnectionEffect, ConnectionMoment>;

/** The next state of the connection, and what is to be done about an event. */
export const stepConnection = stepBy<ConnectionState, ConnectionEvent, ConnectionEffect, ConnectionMoment>(
  (turn, event) => {
    switch (event.type) {
      case "want":
        return want(turn, event.wanted);
      case "frame":
        return receive(turn, event.frame);
      case "closed":
        return lose(turn, event.code, false);
      case "timer":
        return ring(turn, event.timer);
      case "knocked":
        return knocked(turn, event.isThere);
      case "probe":
        return probe(turn);
      case "wake":
        change(turn, { asleep: false });
        return turn.state.line ? probe(turn) : reopenNow(turn);
      case "sleep":
        change(turn, { asleep: true });
        return rest(turn);
      case "retry":
        change(turn, { sentAway: false });
        return turn.state.line ? undefined : reopenNow(turn);
    }
  },
);

/** Whether the hello has come. */
export function isUp({ line }: ConnectionState): boolean {
  return line !== null && line.upSince !== null;
}

function want(turn: Turn, wanted: boolean) {
  if (wanted === turn.state.wanted) return;
  change(turn, { wanted });
  if (wanted) {
    change(turn, { asleep: false });
    return reopenNow(turn);
  }
  stopTimers(turn);
  turn.effects.push({ type: "set-timer", timer: "linger", ms: LINGER_MS });
}

function ring(turn: Turn, timer: ConnectionTimer) {
  switch (timer) {
    case "patience":
      return lose(turn, NO_CODE, isUp(turn.state));
    case "reopen":
      return open(turn);
    case "knock":
      return knock(turn);
    case "linger":
      return rest(turn);
  }
}

/** At once, but for bursts of wishes. */
function reopenNow(turn: Turn) {
  reopen(turn, turn.state.triedAt + BETWEEN_TRIES_MS - turn.at.now);
}

function reopen(turn: Turn, inMs: number) {
  stopTimers(turn);
  if (!mayOpen(turn)) return;
  const { notBefore } = turn.state;
  const ms = Math.max(inMs, notBefore - turn.at.now);
  if (ms <= 0) open(turn);
  else turn.effects.push({ type: "set-timer", timer: "reopen", ms });
}

function mayOpen({ state: { line, wanted, asleep, sentAway } }: Turn): boolean {
  return !line && wanted && !asleep && !sentAway;
}

/**
 * Tries at a socket are dear: to the server, and since browsers hold back pages that fail often. Whether it is back tells a
 * small call as well. One that is there at the first knock refuses sockets alone, and knows why.
 */
function knock(turn: Turn) {
  if (mayOpen(turn)) turn.effects.push({ type: "knock" });
}

function knocked(turn: Turn, isThere: boolean) {
  if (!mayOpen(turn)) return;
  const { isAway, lostAt } = turn.state;
  change(turn, { isAway: !isThere });
  if (isThere && isAway) return reopenNow(turn);
  if (isThere || turn.at.now - lostAt >= KNOCK_FOR_MS) return;
  const ms = KNOCK_EVERY_MS * (1 - turn.at.chance / 4);
  turn.effects.push({ type: "set-timer", timer: "knock", ms });
}

function open(turn: Turn) {
  const line: Line = { upSince: null, patienceMs: HELLO_WITHIN_MS, probed: false };
  stopTimers(turn);
  change(turn, { line, triedAt: turn.at.now, isAway: false });
  listen(turn, HELLO_WITHIN_MS);
  turn.effects.push({ type: "open" });
}

function receive(turn: Turn, frame: ServerFrame) {
  const { line } = turn.state;
  if (!line) return;
  const greeting = frame.type === "hello" && line.upSince === null ? frame : null;
  if (!greeting && line.upSince === null) return;
  if (greeting) {
    const patienceMs = 2 * greeting.beatSeconds * 1_000;
    change(turn, { line: { upSince: turn.at.now, patienceMs, probed: false } });
    turn.effects.push({ type: "up" });
  } else if (line.probed) change(turn, { line: { ...line, probed: false } });
  listen(turn, turn.state.line?.patienceMs ?? HELLO_WITHIN_MS);
  turn.effects.push({ type: "frame", frame });
}

function listen(turn: Turn, ms: number) {
  turn.effects.push({ type: "set-timer", timer: "patience", ms });
}

/** Asks a line that is up whether it still lives. */
function probe(turn: Turn) {
  const { line } = turn.state;
  if (!line || line.upSince === null || line.probed) return;
  change(turn, { line: { ...line, probed: true } });
  turn.effects.push({ type: "ping" });
  listen(turn, Math.min(PONG_WITHIN_MS, line.patienceMs));
}

/** The line is gone; `silent` where it had been up and fell mute. The next one comes as its close code says. */
function lose(turn: Turn, code: number, silent: boolean) {
  const { line, tries: before } = turn.state;
  if (!line) return;
  hangUp(turn);
  const hasHeld = line.upSince !== null && turn.at.now - line.upSince >= STABLE_MS;
  const tries = hasHeld ? 0 : before;
  const next = nextTry(code, tries, () => turn.at.chance);
  const isFirst = line.upSince !== null || turn.state.lostAt === -Infinity;
  change(turn, {
    tries: tries + 1,
    sentAway: next.after === "never",
    ...(isFirst && { lostAt: turn.at.now }),
  });
  if (next.after === "request") change(turn, { notBefore: turn.at.now + next.ms });
  reopen(turn, next.after === "backoff" ? next.ms : 0);
  if (next.after === "backoff" && next.ms > KNOCK_EVERY_MS) knock(turn);
  turn.effects.push({ type: "down", silent });
}

function rest(turn: Turn) {
  stopTimers(turn);
  if (!turn.state.line) return;
  hangUp(turn);
  turn.effects.push({ type: "down", silent: false });
}

function hangUp(turn: Turn) {
  change(turn, { line: null });
  turn.effects.push({ type: "clear-timer", timer: "patience" }, { type: "hang-up" });
}

function stopTimers(turn: Turn) {
  for (const timer of ["reopen", "knock", "linger"] as const)
    turn.effects.push({ type: "clear-timer", timer });
}

function change(turn: Turn, parts: Partial<ConnectionState>) {
  turn.state = { ...turn.state, ...parts };
}
