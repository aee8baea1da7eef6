/** One call to the server at a time, ended once: by its answer, its failure or its time-out, whichever is first. */
import type { LiveEnv, LiveRequest, Timer } from "./env";

const TIMEOUT_MS = 5_000;

/** What the server answered. */
export interface Answer {
  status: number;
  etag: string | null;
  /** What a 200 brought; `null` otherwise. */
  body: unknown;
}

/** A place for one call; see {@link createCall}. */
export interface Call {
  isBusy(): boolean;
  /** Makes the call, and tells what came of it: `null` where nothing did within 5 s. */
  make(path: string, request: Omit<LiveRequest, "signal">, tell: (answer: Answer | null) => void): void;
  /** Forgets the call under way. */
  hangUp(): void;
}

interface UnderWay {
  abort: AbortController;
  timeout: Timer;
}

/** A place for one call; who asks again while it is busy hangs up first. */
export function createCall(env: LiveEnv): Call {
  let underWay: UnderWay | null = null;

  function hangUp() {
    env.clearTimer(underWay?.timeout);
    underWay?.abort.abort();
    underWay = null;
  }

  function make(path: string, request: Omit<LiveRequest, "signal">, tell: (answer: Answer | null) => void) {
    hangUp();
    const abort = new AbortController();
    const call: UnderWay = { abort, timeout: env.setTimer(() => settle(null), TIMEOUT_MS) };
    underWay = call;
    const settle = (answer: Answer | null) => {
      if (underWay !== call) return;
      hangUp();
      tell(answer);
    };
    ask(path, { ...request, signal: abort.signal }).then(settle, () => settle(null));
  }

  async function ask(path: string, request: LiveRequest): Promise<Answer> {
    const response = await env.fetch(path, request);
    const body = response.status === 200 ? await response.json() : null;
    return { status: response.status, etag: response.headers.get("etag"), body };
  }

  return { isBusy: () => underWay !== null, make, hangUp };
}
