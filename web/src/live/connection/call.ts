/** One call to the server at a time, ended once: by its answer, its failure or its time-out, whichever is first. */
import type { ApiCall } from "../../api/request";
import type { ErrorBody, MessageCode } from "../../api/wire";
import type { LiveEnv, LiveResponse, Timer } from "./env";

const TIMEOUT_MS = 5_000;

/** What the server answered. */
export interface Answer<Body> {
  status: number;
  etag: string | null;
  /** What a 200 brought; `null` otherwise. */
  body: Body | null;
  /** What a refusal said; `null` otherwise. */
  code: MessageCode | null;
}

/** A place for one call; see {@link createCall}. */
export interface Call {
  isBusy(): boolean;
  /**
   * Makes the call, and tells what came of it: `null` where nothing did within 5 s. With an `etag` it asks only for
   * what has changed since.
   */
  make<Body>(api: ApiCall<Body>, receive: (answer: Answer<Body> | null) => void, etag?: string | null): void;
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

  function make<Body>(
    api: ApiCall<Body>,
    receive: (answer: Answer<Body> | null) => void,
    etag: string | null = null,
  ) {
    hangUp();
    const abort = new AbortController();
    const call: UnderWay = { abort, timeout: env.setTimer(() => settle(null), TIMEOUT_MS) };
    underWay = call;
    const settle = (answer: Answer<Body> | null) => {
      if (underWay !== call) return;
      hangUp();
      receive(answer);
    };
    ask(api, etag, abort.signal).then(settle, () => settle(null));
  }

  async function ask<Body>(
    { path, method, read }: ApiCall<Body>,
    etag: string | null,
    signal: AbortSignal,
  ): Promise<Answer<Body>> {
    const headers = { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) };
    const response = await env.fetch(path, { method, headers, signal });
    const { status } = response;
    const body = status === 200 ? read(await response.json()) : null;
    const code = status >= 400 ? await codeIn(response) : null;
    return { status, etag: response.headers.get("etag"), body, code };
  }

  return { isBusy: () => underWay !== null, make, hangUp };
}

/** A proxy may refuse in words that are not ours; the status still counts. */
async function codeIn(response: LiveResponse): Promise<MessageCode | null> {
  const body: unknown = await response.json().catch(() => null);
  return isRefusal(body) ? body.messageCode : null;
}

function isRefusal(body: unknown): body is Pick<ErrorBody, "messageCode"> {
  return typeof body === "object" && body !== null && "messageCode" in body;
}
