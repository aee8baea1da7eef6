/** The tab's one socket: opens it, listens for its heartbeat, and brings it back when it is lost. */
import type { ClientFrame, HelloFrame, ServerFrame } from "../api/wire";
import { nextTry } from "./backoff";
import type { LiveEnv, LiveSocket, Timer } from "./env";

/** Without a hello by then, an opening line is abandoned. */
const HELLO_WITHIN_MS = 5_000;
/** A line that held so long has proven itself: the back-off begins anew. */
const STABLE_MS = 30_000;
/** So soon must a line answer that is asked whether it still lives. */
const PONG_WITHIN_MS = 5_000;
/** Waking tabs and returning networks come in bursts: no two tries closer than this. */
const BETWEEN_TRIES_MS = 1_000;
/** A line that nobody needs waits so long for the next page to need it. */
const LINGER_MS = 1_000;
/** The close code of a line that went without one. */
const NO_CODE = 1006;

/** What the line tells those who watch over it. */
export interface LineEvents {
  /** The hello came: the line is alive and knows nothing of us yet. */
  up(): void;
  frame(frame: ServerFrame): void;
  /** The line, or the try to open one, is gone. `silent` where it had been up and fell mute. */
  down(silent: boolean): void;
}

/** The tab's connection; see {@link createConnection}. */
export interface Connection {
  /** Says whether anybody needs the line. */
  want(wanted: boolean): void;
  isUp(): boolean;
  /** Sends on a line that is up; a line that is not will be told everything when it is. */
  send(frame: ClientFrame): void;
  /** Gives up a line that broke the contract; the next one comes by the back-off. */
  drop(): void;
  /** Asks a line that is up whether it still lives. */
  probe(): void;
  /** Calls back once the server has answered everything that it was asked so far; never, where the line goes first. */
  whenAnswered(run: () => void): void;
  /** The tab woke or the network came back: come back at once, or make sure that the line still lives. */
  wake(): void;
  /** The tab is long out of sight: no line until it wakes. */
  sleep(): void;
  /** The person asks: come back even where the server had sent us away. */
  retry(): void;
}

interface Line {
  socket: LiveSocket | null;
  /** When the hello came, monotonic ms. */
  upSince: number | null;
  /** How long it may be silent. */
  patienceMs: number;
  /** Asked whether it lives, and has not answered. */
  probed: boolean;
  /** Runs out when it was silent for too long. */
  patience: Timer;
  /** Pings that have no answer yet; the server answers them in order, after all that was asked before them. */
  pings: { answered: () => void }[];
}

/** The tab's connection to the live socket. It opens when it is first wanted. */
export function createConnection(env: LiveEnv, events: LineEvents): Connection {
  let line: Line | null = null;
  let wanted = false;
  let asleep = false;
  let sentAway = false;
  let tries = 0;
  let triedAt = -Infinity;
  /** The server asked us not to come before this, monotonic ms. */
  let notBefore = -Infinity;
  let reopening: Timer | null = null;
  let lingering: Timer | null = null;

  function reopen(inMs: number) {
    stopTimers();
    if (line || !wanted || asleep || sentAway) return;
    const wait = Math.max(inMs, notBefore - env.monotonic());
    if (wait <= 0) open();
    else reopening = env.setTimer(open, wait);
  }

  /** At once, but for bursts of wishes. */
  function reopenNow() {
    reopen(triedAt + BETWEEN_TRIES_MS - env.monotonic());
  }

  function stopTimers() {
    env.clearTimer(reopening);
    env.clearTimer(lingering);
    reopening = lingering = null;
  }

  function open() {
    reopening = null;
    triedAt = env.monotonic();
    const opened: Line = {
      socket: null,
      upSince: null,
      patienceMs: HELLO_WITHIN_MS,
      probed: false,
      patience: null,
      pings: [],
    };
    line = opened;
    listen(HELLO_WITHIN_MS);
    // What an old socket still says belongs to nobody.
    const ours = () => line === opened;
    try {
      opened.socket = env.openSocket({
        message: (text) => ours() && hear(opened, text),
        closed: (code) => ours() && lose(code),
      });
    } catch {
      lose(NO_CODE);
    }
  }

  function listen(ms: number) {
    if (!line) return;
    env.clearTimer(line.patience);
    line.patience = env.setTimer(() => lose(NO_CODE, line?.upSince !== null), ms);
  }

  function hear(from: Line, text: string) {
    const frame = parseFrame(text);
    if (!frame) return;
    if (frame.type === "hello" && from.upSince === null) greet(from, frame);
    if (from.upSince === null) return;
    from.probed = false;
    listen(from.patienceMs);
    if (frame.type === "pong") from.pings.shift()?.answered();
    events.frame(frame);
  }

  function greet(from: Line, hello: HelloFrame) {
    from.upSince = env.monotonic();
    from.patienceMs = 2 * hello.beatSeconds * 1_000;
    events.up();
  }

  function lose(code: number, silent = false) {
    const lost = hangUp();
    if (!lost) return;
    if (lost.upSince !== null && env.monotonic() - lost.upSince >= STABLE_MS) tries = 0;
    const next = nextTry(code, tries, env.random);
    tries += 1;
    sentAway = next.after === "never";
    if (next.after === "request") notBefore = env.monotonic() + next.ms;
    reopen(next.after === "backoff" ? next.ms : 0);
    events.down(silent);
  }

  function hangUp(): Line | null {
    const hung = line;
    line = null;
    if (hung) env.clearTimer(hung.patience);
    hung?.socket?.close();
    return hung;
  }

  function rest() {
    stopTimers();
    if (hangUp()) events.down(false);
  }

  function isUp() {
    return line !== null && line.upSince !== null;
  }

  function send(frame: ClientFrame) {
    if (isUp()) line?.socket?.send(JSON.stringify(frame));
  }

  function ping(answered: () => void = () => undefined) {
    line?.pings.push({ answered });
    send({ type: "ping" });
  }

  function probe() {
    if (!line || !isUp() || line.probed) return;
    line.probed = true;
    ping();
    listen(Math.min(PONG_WITHIN_MS, line.patienceMs));
  }

  return {
    want(now) {
      if (now === wanted) return;
      wanted = now;
      if (!wanted) {
        stopTimers();
        lingering = env.setTimer(rest, LINGER_MS);
        return;
      }
      asleep = false;
      reopenNow();
    },
    isUp,
    send,
    probe,
    whenAnswered(run) {
      if (isUp()) ping(run);
    },
    drop: () => lose(NO_CODE),
    wake() {
      asleep = false;
      if (line) probe();
      else reopenNow();
    },
    sleep() {
      asleep = true;
      rest();
    },
    retry() {
      sentAway = false;
      if (!line) reopenNow();
    },
  };
}

/** The frame, or `null` where it is none. What type it has is for the reader to see; unknown ones are ignored. */
function parseFrame(text: string): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === "object" && frame !== null ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}
