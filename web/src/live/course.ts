/** The course of an order: which stages it went through, which were passed over, and which are still to come. */
import type { OrderType, Source, StatusEntry } from "../api/wire";
import { isOver, type Ruled, type StageName, stageOf } from "./rules";

/** One row of the timeline: reported ones with time, source and notes; the others with none. */
export interface Stage {
  name: StageName;
  /** `skipped`: a later stage was reported, and this one never. */
  standing: "done" | "now" | "ahead" | "skipped";
  /** When it was first reported. */
  at: string | null;
  source: Source | null;
  /** What was said to the customer at it. */
  notes: string[];
}

/** The stages in their order. A cancellation stands nowhere in it. */
const COURSE: readonly StageName[] = [
  "received",
  "accepted",
  "inMaking",
  "inOven",
  "finished",
  "waitingForDelivery",
  "inDelivery",
  "deliveryFailed",
  "delivered",
];
const KITCHEN = COURSE.slice(0, COURSE.indexOf("finished") + 1);
/** These are shown once they are reported: neither announced nor missed. */
const UNANNOUNCED: ReadonlySet<StageName> = new Set(["waitingForDelivery", "deliveryFailed"]);

/** The timeline: every stage that stands reported, those passed over in their places, then what is still ahead. */
export function stagesOf(order: Ruled): Stage[] {
  const reported = reportedStages(order.statusHistory);
  const stages = withSkipped(reported);
  const current = reported.at(-1);
  if (!current || isOver(order)) return stages;
  current.standing = "now";
  return [...stages, ...stagesAhead(order, current.name)];
}

/** The stage that each window of the stairwell stands for. */
const WINDOW_STAGES: Record<OrderType, readonly StageName[]> = {
  delivery: ["received", "inMaking", "inOven", "inDelivery", "delivered"],
  pickup: ["received", "inMaking", "inOven", "finished"],
  eatin: ["received", "inMaking", "inOven", "finished"],
};

/** The windows of the stairwell, from 0, whose stage was passed over: what nobody reported lights none. */
export function windowsSkipped(order: Ruled): number[] {
  const names = new Set(reportedStages(order.statusHistory).map(({ name }) => name));
  const windows = WINDOW_STAGES[order.orderInfo.orderType];
  return windows.flatMap((name, at) => (names.has(name) ? [] : [at]));
}

function reportedStages(history: readonly StatusEntry[]): Stage[] {
  const stages: Stage[] = [];
  for (const { status, at, source, note } of history) {
    const name = stageOf(status) ?? stages.at(-1)?.name;
    if (!name) continue;
    takeBack(stages, name);
    if (stages.at(-1)?.name !== name) stages.push({ name, standing: "done", at, source, notes: [] });
    if (note) stages.at(-1)?.notes.push(note);
  }
  return stages;
}

/** A step back in the kitchen is an undo: what it takes back was a slip, and never happened. */
function takeBack(stages: Stage[], name: StageName) {
  const place = KITCHEN.indexOf(name);
  if (place < 0) return;
  while (KITCHEN.indexOf(stages.at(-1)?.name ?? name) > place) stages.pop();
}

function withSkipped(reported: readonly Stage[]): Stage[] {
  let before = -1;
  return reported.flatMap((stage) => {
    const place = COURSE.indexOf(stage.name);
    if (place < 0) return [stage];
    const skipped = COURSE.slice(before + 1, place).filter((name) => !UNANNOUNCED.has(name));
    before = place;
    return [...skipped.map((name) => unreported(name, "skipped")), stage];
  });
}

function stagesAhead(order: Ruled, current: StageName): Stage[] {
  const isTracked = order.orderInfo.orderType === "delivery" && !order.restaurant.noDeliveryTracking;
  const course = isTracked ? COURSE : KITCHEN;
  const place = course.indexOf(current);
  const ahead = place < 0 ? [] : course.slice(place + 1);
  return ahead.filter((name) => !UNANNOUNCED.has(name)).map((name) => unreported(name, "ahead"));
}

function unreported(name: StageName, standing: "ahead" | "skipped"): Stage {
  return { name, standing, at: null, source: null, notes: [] };
}
