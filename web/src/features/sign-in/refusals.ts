/** What is said where a call was refused (docs/spec/people.md, "Errors"). */
import { ApiError, type ErrorCode, isOfFamily } from "../../api/client";
import { REFUSED } from "./texts";

/** What is wrong: of one field, else of all. */
export interface Trouble {
  field: string | null;
  text: string;
  code: ErrorCode | null;
  /** How many seconds to wait before another try. */
  wait: number;
}

/** How long to wait where the server does not say, seconds. */
const WAIT_SECONDS = 30;

/** Codes whose sentences are for a person, whatever their family. */
const FOR_PERSONS: ReadonlySet<ErrorCode> = new Set([
  "users/invalid-credentials",
  "users/email-taken",
  "users/provider-taken",
  "users/provider-unsupported",
  "users/link-password",
  "users/reset-expired",
  "users/terms-moved",
  "users/birth-date-set",
  "captcha/failed",
  "captcha/required",
  "loyalty/birth-date-invalid",
  "loyalty/too-young",
]);

/** What to say of a failed call. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { field: null, text: REFUSED.client, code: null, wait: 0 };
  const { code, metadata } = error;
  const field = typeof metadata["field"] === "string" ? metadata["field"] : null;
  const wait = error.isTooMany ? (error.retryAfter ?? WAIT_SECONDS) : 0;
  return { field, text: textOf(error, field), code, wait };
}

function textOf({ code, message, isRefusal }: ApiError, field: string | null): string {
  if (code === "network/unreachable") return REFUSED.unreachable;
  const isForPerson =
    FOR_PERSONS.has(code) ||
    (["password", "phone", "staff"] as const).some((family) => isOfFamily(code, family));
  if (isForPerson && message !== "") return message;
  if (code === "request/invalid" && field !== null) return REFUSED.other;
  // No captcha is the server's fault too (LG-40).
  const isOurs = isRefusal && !isOfFamily(code, "captcha");
  return isOurs ? REFUSED.client : REFUSED.server;
}
