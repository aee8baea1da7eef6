import { ApiError, type CallOptions, send, sendForText } from "../api/client";
import type { ApiCall } from "../api/request";
import { isSomebodyExpected } from "./session";
import { hint } from "./hints";

/** Makes a call that is for the signed in alone; where the server knows of no session any more, the visit is told. */
export async function sendAsUser<Answer>(call: ApiCall<Answer>, options?: CallOptions): Promise<Answer> {
  return send(call, options).catch(toldIfLost);
}

/** The same, of which the answer is kept as it came. */
export async function sendAsUserForText(call: ApiCall<unknown>, options?: CallOptions): Promise<string> {
  return sendForText(call, options).catch(toldIfLost);
}

function toldIfLost(error: unknown): never {
  if (isSignedOut(error)) hint({ lost: true });
  throw error;
}

/**
 * Makes a call that is for guests too. Where the server knows of no session any more and somebody was signed in here, the visit
 * is told; the cookie is gone then, and the next try is a guest's.
 */
export async function sendAsVisitor<Answer>(call: ApiCall<Answer>, options?: CallOptions): Promise<Answer> {
  try {
    return await send(call, options);
  } catch (error) {
    if (isSignedOut(error) && isSomebodyExpected()) hint({ lost: true });
    throw error;
  }
}

/** Whether a call failed for want of a customer's session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "users/unauthorized";
}
