/** A network that answers as told, and remembers what it was asked. */
import { vi } from "vitest";
import type { ErrorBody, MessageCode } from "../wire";

/** One answer: a status with a body, and how long to wait. */
export interface Answer {
  status: number;
  body?: unknown;
  retryAfter?: number;
}

/** What was asked. */
export interface Question {
  call: string;
  body: unknown;
  /** The Idempotency-Key it was asked under; absent without one. */
  key?: string;
}

/** A refusal in the words of the catalogue. */
export function refusal(status: number, messageCode: MessageCode, message: string): Answer {
  return { status, body: { messageCode, message, metadata: {} } satisfies ErrorBody };
}

/** Answers calls `METHOD /path` with what stands under them; a list is used up, but for its last. */
export function serve(answers: Record<string, Answer | Answer[]>): Question[] {
  const asked: Question[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${path}`;
    const key = new Headers(init.headers).get("idempotency-key");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
    asked.push({ call, body, ...(key !== null && { key }) });
    const known = answers[call];
    const answer = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known;
    if (!answer) throw new TypeError("network error");
    const headers = answer.retryAfter === undefined ? {} : { "retry-after": String(answer.retryAfter) };
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers });
  });
  return asked;
}
