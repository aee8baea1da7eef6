/** The tab's one socket, driven: does in the world what `machine.ts` decides. */
import { get } from "../../api/request";
import type { ClientFrame, ServerFrame } from "../../api/wire";
import { runMachine } from "../machine";
import { createTimers } from "../timers";
import { createCall } from "./call";
import type { LiveEnv, LiveSocket } from "./env";
import { type ConnectionEffect, type ConnectionTimer, isUp, NO_CODE, NO_LINE_YET } from "./machine";
import { type ConnectionEvent, stepConnection } from "./machine";

/** Answers 200 where the server takes lines; one that is leaving, or has no database, does not. */
const IS_READY = get("/readyz", { query: { reads: "" } });

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

/** The tab's connection to the live socket. It opens when it is first wanted. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its functions share what it keeps
export function createConnection(env: LiveEnv, events: LineEvents): Connection {
  let socket: LiveSocket | null = null;
  /** Which line it is: what an old socket still says belongs to nobody. */
  let current = {};
  /** Pings that have no answer yet; the server answers them in order, after all that was asked before them. */
  let pings: (() => void)[] = [];

  const knock = createCall(env);
  const timers = createTimers<ConnectionTimer>(env, (timer) => send({ type: "timer", timer }));
  const { state, send } = runMachine({
    first: NO_LINE_YET,
    step: (before, event: ConnectionEvent) => stepConnection(before, event, momentOf(env)),
    run,
  });

  function run(effect: ConnectionEffect) {
    switch (effect.type) {
      case "open":
        return open();
      case "hang-up":
        return hangUp();
      case "ping":
        return ping(() => undefined);
      case "set-timer":
        return timers.set(effect.timer, effect.ms);
      case "clear-timer":
        if (effect.timer === "knock") knock.hangUp();
        return timers.clear(effect.timer);
      case "knock":
        return knock.make(IS_READY, (answer) => send({ type: "knocked", isThere: answer?.status === 200 }));
      case "up":
        return events.up();
      case "frame":
        if (effect.frame.type === "pong") pings.shift()?.();
        return events.frame(effect.frame);
      case "down":
        return events.down(effect.silent);
    }
  }

  function open() {
    const line = {};
    current = line;
    const ours = () => current === line;
    try {
      socket = env.openSocket({
        message(text) {
          const frame = parseFrame(text);
          if (frame && ours()) send({ type: "frame", frame });
        },
        closed: (code) => ours() && send({ type: "closed", code }),
      });
    } catch {
      send({ type: "closed", code: NO_CODE });
    }
  }

  function hangUp() {
    const hung = socket;
    socket = null;
    current = {};
    pings = [];
    hung?.close();
  }

  function sendFrame(frame: ClientFrame) {
    if (isUp(state())) socket?.send(JSON.stringify(frame));
  }

  function ping(answered: () => void) {
    pings.push(answered);
    sendFrame({ type: "ping" });
  }

  return {
    want: (wanted) => send({ type: "want", wanted }),
    isUp: () => isUp(state()),
    send: sendFrame,
    drop: () => send({ type: "closed", code: NO_CODE }),
    probe: () => send({ type: "probe" }),
    whenAnswered(answered) {
      if (isUp(state())) ping(answered);
    },
    wake: () => send({ type: "wake" }),
    sleep: () => send({ type: "sleep" }),
    retry: () => send({ type: "retry" }),
  };
}

/** Chance is drawn only where the machine looks at it: a seed tells the same story however often the line speaks. */
function momentOf(env: LiveEnv) {
  return {
    now: env.monotonic(),
    get chance() {
      return env.random();
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
