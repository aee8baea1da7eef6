/** How what is watched is delivered, as all topics judge it. */

/**
 * How the state comes: by the socket, by polls, not at present. `opening` is undecided yet, `ended` that nothing
 * more is asked for.
 */
export type Mode = "opening" | "live" | "polling" | "offline" | "ended";

/** What is known of the delivery. */
export interface Delivery {
  /** Whether the line has told all that is to be known. */
  readonly live: boolean;
  /** Whether the line has been missing for long enough to say so. */
  readonly overdue: boolean;
  readonly lastPoll: "none" | "good" | "bad";
  /** Whether the browser says that the network went, and nothing has come since. */
  readonly cut: boolean;
}

/** Nothing has been delivered yet. */
export const NO_DELIVERY_YET: Delivery = { live: false, overdue: false, lastPoll: "none", cut: false };

/** A lost line has so long, and a spread, to come back before polls begin and the person is told. */
export const GRACE_MS = 5_000;
/** Chance adds up to so much, so that watchers cut off together do not ask together. */
export const SPREAD_MS = 1_000;

/** The mode of delivery; what was said before stands while nothing new is certain. */
export function modeBy({ live, overdue, lastPoll, cut }: Delivery, before: Mode): Mode {
  if (before === "ended") return "ended";
  if (cut) return "offline";
  if (live) return "live";
  if (!overdue || lastPoll === "none") return before;
  return lastPoll === "good" ? "polling" : "offline";
}

/** What a page shows of anything watched. */
interface Shown {
  mode: Mode;
  /** What the server's clock shows more than the reader's, milliseconds. */
  clockOffset: number;
}

/** What is shown next; the same object where nothing in it has changed. */
export function shownBy<State extends Shown>(
  before: State,
  delivery: Delivery,
  clockOffset: number,
  change: Partial<State>,
): State {
  const next: State = { ...before, mode: modeBy(delivery, before.mode), clockOffset, ...change };
  for (const field in next) if (next[field] !== before[field]) return next;
  return before;
}
