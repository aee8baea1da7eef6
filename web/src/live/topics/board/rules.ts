/** What the board's rows mean to the staff. Status numbers are looked at next door, in `rules.ts`. */
import type { BoardOrder } from "../../../api/wire";
import { CAR_GONE_MS, isEnded, momentOf, type StageName, stageOf } from "../../rules";

/** The stages that the board counts and is filtered by, from the first to the last. */
export const GROUPS = ["new", "kitchen", "oven", "waiting", "road", "preorder", "done"] as const;

/** A stage of the board. */
export type BoardGroup = (typeof GROUPS)[number];

const GROUP_OF: Record<StageName, BoardGroup> = {
  received: "new",
  accepted: "new",
  inMaking: "kitchen",
  inOven: "oven",
  finished: "waiting",
  waitingForDelivery: "waiting",
  inDelivery: "road",
  deliveryFailed: "road",
  delivered: "done",
  cancelled: "done",
};

/** Which stage of the board a row belongs to. */
export function groupOf({ status, orderType, preOrderTime }: BoardOrder): BoardGroup {
  const stage = stageOf(status);
  if (stage === null || isEnded(status)) return "done";
  // What nobody brings is done when it is ready.
  if (stage === "finished" && orderType !== "delivery") return "done";
  const group = GROUP_OF[stage];
  return group === "new" && preOrderTime !== null ? "preorder" : group;
}

/** What went wrong with an order in another way than by being late. */
export type Trouble =
  /** A delivery failed; another try may follow. */
  | { what: "failed" }
  /** It failed, and nobody comes again. */
  | { what: "neverCame" }
  /** Its car has not been heard for so many milliseconds. */
  | { what: "silent"; ms: number };

/** What is wrong with a row at `now` (epoch ms), whether it is late or not; `null` where nothing is. */
export function troubleOf({ status, carUnheardSince }: BoardOrder, now: number): Trouble | null {
  if (stageOf(status) === "deliveryFailed") return { what: isEnded(status) ? "neverCame" : "failed" };
  const ms = carUnheardSince === null ? 0 : now - Date.parse(carUnheardSince);
  return ms >= CAR_GONE_MS ? { what: "silent", ms } : null;
}

/** By how many minutes a late row is late at `now` (epoch ms): one at least; 0 for what is in time. */
export function minutesLate({ late, estimate, promisedAt }: BoardOrder, now: number): number {
  if (!late || promisedAt === null) return 0;
  const expected = estimate ? Math.max(now, momentOf(estimate, estimate.to)) : now;
  return Math.max(1, Math.round((expected - Date.parse(promisedAt)) / 60_000));
}

/** When a row is wanted, epoch ms: as promised, else as asked for, else as placed. */
export function dueAt({ promisedAt, preOrderTime, placedAt }: BoardOrder): number {
  return Date.parse(promisedAt ?? preOrderTime ?? placedAt);
}
