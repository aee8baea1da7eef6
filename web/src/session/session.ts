/** What pages must know of who is signed in before the rest of it has come. */
import { readText } from "../lib/textStorage";

/** Who is signed in stands in the cache under this. */
export const SESSION = ["session"] as const;
/** Kept while somebody is signed in with this browser; each change of it tells the other tabs. */
export const HERE = "ovelle.signed-in";
/** What the wire calls those who order for themselves (AC-17). */
export const CUSTOMER = 1;
/** What the wire calls those who order for callers (AC-17). */
export const CALL_CENTRE = 2;

/** Whether somebody may be signed in: what depends on it need not wait until the browser is idle. */
export function isSomebodyExpected(): boolean {
  return readText(HERE) !== null;
}
