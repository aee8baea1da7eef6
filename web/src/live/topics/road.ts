/** By which road what is watched comes, as all topics judge it. */

/**
 * By which road the state comes: the socket, the polls, none at present. `opening` is undecided yet, `ended` that nothing
 * more is asked for.
 */
export type Mode = "opening" | "live" | "polling" | "offline" | "ended";

/** What is known of the roads. */
export interface Road {
  /** Whether the line has told all that is to be known. */
  readonly live: boolean;
  /** Whether the line has been missing for long enough to say so. */
  readonly overdue: boolean;
  readonly lastPoll: "none" | "good" | "bad";
  /** Whether the browser says that the network went, and nothing has come since. */
  readonly cut: boolean;
}

/** No road has brought anything. */
export const NO_ROAD_YET: Road = { live: false, overdue: false, lastPoll: "none", cut: false };

/** A lost line has so long, and a spread, to come back before polls begin and the person is told. */
export const GRACE_MS = 5_000;
/** Chance adds up to so much, so that watchers cut off together do not ask together. */
export const SPREAD_MS = 1_000;

/** The road in use; what was said before stands while nothing new is certain. */
export function modeBy({ live, overdue, lastPoll, cut }: Road, before: Mode): Mode {
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
  road: Road,
  clockOffset: number,
  change: Partial<State>,
): State {
  const next: State = { ...before, mode: modeBy(road, before.mode), clockOffset, ...change };
  for (const field in next) if (next[field] !== before[field]) return next;
  return before;
}
