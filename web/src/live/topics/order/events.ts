/** What a watch of an order knows, what happens to it, and what it asks to be done: the words of `machine.ts`. */
import type { Feedback, OrderTracking, ServerFrame } from "../../../api/wire";
import { NO_DELIVERY_YET, type Delivery } from "../delivery";
import type { CarAnswer } from "./reducer";
import { NOTHING_YET, type Version, type WatchState } from "./state";

/** All that a watch knows. */
export interface OrderWatchState {
  readonly shown: WatchState;
  readonly delivery: Delivery;
  /** What was known when the line was asked for the order. */
  readonly asked: Version | null;
  /** The `seq` that the line has promised to bring us to; only then is the state live. */
  readonly promised: number | null;
  /** The line left a gap: the next subscription begins with a snapshot. */
  readonly gapped: boolean;
  /** The line's `rev` was below ours, and no poll has told yet which is true. */
  readonly doubted: boolean;
  /** Whether this line has refused us. */
  readonly refused: boolean;
  /** Whether the socket still has its head start before the first poll. */
  readonly headStart: boolean;
  readonly asleep: boolean;
}

/** A watch that has not begun. */
export const NO_WATCH_YET: OrderWatchState = {
  shown: NOTHING_YET,
  delivery: NO_DELIVERY_YET,
  asked: null,
  promised: null,
  gapped: false,
  doubted: false,
  refused: false,
  headStart: false,
  asleep: false,
};

/** `grace`: the line has been missing for long enough to say so; `again`: ask a line once more that refused us. */
export type OrderTimer = "head-start" | "grace" | "again";

/** What happens to a watch. */
export type OrderEvent =
  | { type: "begin" }
  | { type: "line-up" }
  /** What came of the effect `subscribe`: a place on the line, or none. */
  | { type: "slot-granted" }
  | { type: "slot-refused" }
  | { type: "received"; frame: ServerFrame }
  | { type: "denied" }
  | { type: "line-down"; silent: boolean; heardAt: number }
  | { type: "sleep" }
  | { type: "wake" }
  /** The browser says that the network went; something came all the same, or the network came back. */
  | { type: "cut" }
  | { type: "mended" }
  | { type: "timer"; timer: OrderTimer }
  /** What the polls tell; see `poller.ts`. */
  | { type: "answered"; order: OrderTracking; asked: Version | null }
  | { type: "unchanged" }
  | { type: "gone"; problem: "not-found" | "expired" | "unpaid" }
  /** The order waits for its money. */
  | { type: "waits" }
  | { type: "failed"; givenUp: boolean; reached: boolean }
  | CarAnswer
  | { type: "feedback"; feedback: Feedback }
  | { type: "retry" }
  | { type: "close" };

/** What is to be done. */
export type OrderEffect =
  | { type: "set-timer"; timer: OrderTimer; ms: number; spreadMs: number }
  | { type: "clear-timer"; timer: OrderTimer }
  | { type: "poll"; how: "start" | "hurry" | "stop" | "close" }
  /** Whoever is in a hurry has all the car's retries before them, too. */
  | { type: "hurry-car" }
  | { type: "subscribe"; since: number | null }
  | { type: "join" }
  | { type: "leave" }
  | { type: "drop-line" }
  | { type: "retry-line" };

/** What the machine may know of the world. */
export interface OrderMoment {
  /** Epoch ms by the reader's clock. */
  readonly now: number;
  /** What the server's clock shows more, milliseconds. */
  readonly clockOffset: number;
  /** Whether the tab is in the background. */
  readonly hidden: boolean;
}
