/** What the live client knows about a watched order, and how well it knows it. */
import type { CarPosition, OrderTracking } from "../../../api/wire";
import type { Mode } from "../delivery";

/** The tracking payload as reduced from everything heard so far, and the car where one may be shown. */
export type OrderState = OrderTracking & { car: CarPosition | null };

/**
 * Why there is nothing (more) to show. `not-received`: it waits for its money, and comes by itself; `unpaid`: nobody paid in time. `failed`, where the server answered with an error, and `unreachable`, where it did not
 * answer, may be retried, and mend themselves when delivery goes on.
 */
export type Problem = "not-found" | "expired" | "not-received" | "unpaid" | "failed" | "unreachable";

/** Whether a problem is one that may be retried, and takes nothing away that is known. */
export function isPassing(problem: Problem): boolean {
  return problem === "failed" || problem === "unreachable";
}

/** How the tracking ended. */
export type End = "completed" | "cancelled" | "expired";

/** All that a page shows of a watch; the same object until something in it changes. */
export interface WatchState {
  mode: Mode;
  /** The newest known state; kept through every loss of connection. */
  order: OrderState | null;
  problem: Problem | null;
  /** When `order` was last known to be true, epoch ms; brought up to date when delivery stops, not per frame. */
  trueAt: number | null;
  end: End | null;
  /** What the server's clock shows more than the reader's, milliseconds. */
  clockOffset: number;
}

/** What is known of a watch that has just begun. */
export const NOTHING_YET: WatchState = {
  mode: "opening",
  order: null,
  problem: null,
  trueAt: null,
  end: null,
  clockOffset: 0,
};

/** Which state of an order: `seq` counts its statuses, `rev` every change that its payload shows. */
export interface Version {
  seq: number;
  rev: number;
}
