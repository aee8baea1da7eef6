import type { ErrorBody, MessageCode } from "./wire";

/** What came of a call: a code of the server's catalogue, no answer at all, or one that is not our server's. */
export type ErrorCode = MessageCode | "network/unreachable" | "network/unknown";

/** A refusal, as the server or the network words it. */
export interface Refusal extends Omit<ErrorBody, "messageCode"> {
  messageCode: ErrorCode;
}

/** A call that the server refused, or that never got an answer (`status` 0). */
export class ApiError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: ErrorCode;
  /** What the code says more, e.g. the field that did not fit. */
  readonly metadata: Record<string, unknown>;
  /** How many seconds the server asks to wait; `null` where it does not. */
  readonly retryAfter: number | null;

  constructor(status: number, body: Refusal, retryAfter: number | null = null) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.messageCode;
    this.metadata = body.metadata;
    this.retryAfter = retryAfter;
  }
}

/** What one call may set. */
export interface CallOptions {
  /** Ends the call early. */
  signal?: AbortSignal;
  /** How long to wait for the answer, in milliseconds. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Reads `path`. Throws {@link ApiError}. */
export function get<T>(path: string, options: CallOptions = {}): Promise<T> {
  return call<T>(path, { method: "GET" }, options);
}

/** Sends `body` to `path`. Throws {@link ApiError}. */
export function post<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return call<T>(path, init, options);
}

async function call<T>(path: string, init: RequestInit, options: CallOptions): Promise<T> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const response = await fetch(path, { ...init, signal }).catch((cause: unknown) => {
    // The caller's own end of the call is no failure of the network.
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, unreachable);
  });
  if (!response.ok) throw new ApiError(response.status, await errorBody(response), secondsToWait(response));
  const text = await response.text();
  // What has no content has nothing to read.
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

function secondsToWait(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

const unreachable: Refusal = {
  messageCode: "network/unreachable",
  message: "Yhteys ei toimi.",
  metadata: {},
};

/** A proxy may answer with something that is not ours; the status still counts. */
async function errorBody(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return body;
  return { messageCode: "network/unknown", message: response.statusText, metadata: {} };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "messageCode" in body && "message" in body;
}
