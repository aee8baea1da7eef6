/** Everything the live client takes from the world: network, clock, chance, and the tab it lives in. */
import type { ApiCall, PathOf } from "../../api/request";

const LIVE_PATH: PathOf<"get"> = "/api/tracking/live";
/** The subprotocol of the live socket; the contract's version 1. */
const LIVE_PROTOCOL = "ovelle.live.v1";

/** A running timer; opaque. */
export type Timer = unknown;

/** An opened socket; opening goes on until the first message. */
export interface LiveSocket {
  /** Sends a text frame; quietly does nothing when the socket is not open. */
  send(text: string): void;
  /** Closes with 1000. `closed` may still be called, later. */
  close(): void;
}

/** What a socket tells. After `closed` nothing more comes. */
export interface SocketEvents {
  message(text: string): void;
  /** The close code; 1006 where none was received. */
  closed(code: number): void;
}

/** The part of `Response` that is read here. */
export interface LiveResponse {
  status: number;
  headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** The part of `RequestInit` that is used here. */
export interface LiveRequest {
  /** GET, where it is not said. */
  method?: ApiCall<unknown>["method"];
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** What happens to the tab. `offline` is only a hint: a machine without network still reaches itself. */
export type TabSignal = "visible" | "hidden" | "focus" | "online" | "offline";

/** The world, handed in so that tests own it. */
export interface LiveEnv {
  /** Begins to open the live socket. @throws where the browser refuses to try. */
  openSocket(events: SocketEvents): LiveSocket;
  /** As `fetch`. */
  fetch(path: string, request: LiveRequest): Promise<LiveResponse>;
  /** Wall clock, epoch ms. It may jump; nothing here measures a duration with it. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
  setTimer(run: () => void, ms: number): Timer;
  clearTimer(timer: Timer): void;
  /** Whether the tab is in the background. */
  hidden(): boolean;
  /** Calls back on every signal until the returned function is called. */
  onSignal(listener: (signal: TabSignal) => void): () => void;
}

/** The browser's own world. */
export function browserEnv(): LiveEnv {
  return {
    openSocket: openBrowserSocket,
    fetch: (path, request) => fetch(path, request),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as number),
    hidden: () => document.visibilityState === "hidden",
    onSignal: onBrowserSignal,
  };
}

function openBrowserSocket(events: SocketEvents): LiveSocket {
  const url = new URL(LIVE_PATH, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url, LIVE_PROTOCOL);
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") events.message(data);
  });
  socket.addEventListener("close", ({ code }) => events.closed(code));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(1000),
  };
}

function onBrowserSignal(listener: (signal: TabSignal) => void): () => void {
  const signals = new AbortController();
  const on = (target: EventTarget, event: string, signal: () => TabSignal) =>
    target.addEventListener(event, () => listener(signal()), { signal: signals.signal });
  on(document, "visibilitychange", () => (document.visibilityState === "hidden" ? "hidden" : "visible"));
  on(window, "focus", () => "focus");
  on(window, "online", () => "online");
  on(window, "offline", () => "offline");
  return () => signals.abort();
}
