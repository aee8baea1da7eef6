/** When to try the next line. */
import { comeBackAfter } from "./closeCodes";

const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/** What a lost line means for the next one. */
export type NextTry =
  /** Wait so long; a waking tab or a returning network may cut it short. */
  | { after: "backoff"; ms: number }
  /** The server asked for this wait; nothing cuts it short. */
  | { after: "request"; ms: number }
  /** Do not come back. */
  | { after: "never" };

/**
 * The next try after a line closed with `code`, as the `tries`-th in a row (from 0) that did not hold. Full jitter:
 * a random part of a ceiling that doubles from 0.5 s to 20 s, so that watchers cut off together do not return together.
 */
export function nextTry(code: number, tries: number, random: () => number): NextTry {
  const comeBack = comeBackAfter(code);
  if (comeBack === "never") return { after: "never" };
  if (comeBack === "backoff") {
    return { after: "backoff", ms: random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) };
  }
  return { after: "request", ms: comeBack.fromMs + random() * (comeBack.toMs - comeBack.fromMs) };
}
