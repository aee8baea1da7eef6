/** Makes the calls of the pages: with a time-out, an end by the caller, and one error for all that can go wrong. */
import type { ApiCall } from "./request";
import { UNREACHABLE } from "./texts";
import type { ErrorBody, MessageCode } from "./wire";

export { get, patch, post, put, remove } from "./request";

/** What came of a call: a code of the server's catalogue, no answer at all, or one that is not our server's. */
export type ErrorCode = MessageCode | "network/unreachable" | "network/unknown";

type FamilyOf<Code> = Code extends `${infer Family}/${string}` ? Family : never;

/** Whether a code is of a family: what stands before its slash. */
export function isOfFamily(code: ErrorCode, family: FamilyOf<ErrorCode>): boolean {
  return code.startsWith(`${family}/`);
}

/** A refusal, as the server or the network words it. */
export interface Refusal extends Omit<ErrorBody, "messageCode"> {
  messageCode: ErrorCode;
}

/** From the first of these HTTP statuses on a call was refused, from the second on the server failed. */
const [REFUSED, FAILED] = [400, 500];
/** The HTTP status of who has to wait first. */
const TOO_MANY = 429;

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

  /** Whether the server has said no, as it would again. */
  get isRefusal(): boolean {
    return this.status >= REFUSED && this.status < FAILED;
  }

  /** Whether too much was asked: later it may be granted. */
  get isTooMany(): boolean {
    return this.status === TOO_MANY;
  }
}

/** What one call may set. */
export interface CallOptions {
  /** Ends the call early. */
  signal?: AbortSignal;
  /** How long to wait for the answer, in milliseconds. */
  timeoutMs?: number;
  /** The token that shows drafts of stories. */
  previewToken?: string;
  /** The Idempotency-Key under which the call is made once, however often it is sent. */
  idempotencyKey?: string;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Makes a call. Throws {@link ApiError}. */
export async function send<Answer>(call: ApiCall<Answer>, options: CallOptions = {}): Promise<Answer> {
  return call.read(await contentOf(await answerTo(call, options)));
}

/** Makes a call of which the answer is kept as it came: a file for the reader. Throws {@link ApiError}. */
export async function sendForText(call: ApiCall<unknown>, options: CallOptions = {}): Promise<string> {
  return (await answerTo(call, options)).text();
}

/** A file of the built-in map: it is served beside the pages, and is no operation of the document. */
export function readMap<File>(name: "background" | "streets"): Promise<File>;
export function readMap(name: string): Promise<unknown> {
  return send({ method: "GET", path: `/map/${name}.json`, body: undefined, read: (file) => file });
}

/** A story of the editors, as their files have it. */
export interface Story {
  slug: string;
  version: "published" | "draft";
  updatedAt: string;
  content: Record<string, unknown>;
}

/** How a story is asked for. */
type StoryOptions = Pick<CallOptions, "signal" | "previewToken">;

/** Reads a story; its slug may be a path of its own. */
export function readStory(slug: string, options?: StoryOptions): Promise<Story>;
export function readStory(slug: string, options: StoryOptions = {}): Promise<unknown> {
  const path = `/api/cms/stories/${slug.split("/").map(encodeURIComponent).join("/")}`;
  return send({ method: "GET", path, body: undefined, read: (file) => file }, options);
}

/** The server's version: text, not JSON. */
export async function readVersion(signal?: AbortSignal): Promise<string> {
  const call = { method: "GET", path: "/version", body: undefined, read: (file: unknown) => file } as const;
  const response = await answerTo(call, signal ? { signal } : {});
  return (await response.text()).trim();
}

async function answerTo(call: ApiCall<unknown>, options: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const response = await fetch(call.path, { ...requestOf(call, options), signal }).catch((cause: unknown) => {
    // The caller's own end of the call is no failure of the network.
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, unreachable);
  });
  if (!response.ok) throw new ApiError(response.status, await refusalIn(response), secondsToWait(response));
  return response;
}

function requestOf(
  { method, body }: ApiCall<unknown>,
  { idempotencyKey, previewToken }: CallOptions,
): RequestInit {
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(previewToken !== undefined && { "X-Ovelle-Preview": previewToken }),
  };
  return { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

/** What has no content has nothing to read. */
async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

function secondsToWait(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

const unreachable: Refusal = {
  messageCode: "network/unreachable",
  message: UNREACHABLE,
  metadata: {},
};

/** A proxy may answer with something that is not ours; the status still counts. */
async function refusalIn(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return body;
  return { messageCode: "network/unknown", message: response.statusText, metadata: {} };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "messageCode" in body && "message" in body;
}
