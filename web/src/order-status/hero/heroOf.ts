import type { OrderTracking } from "../../api/wire";
import { isPizza } from "../../art/food/pictured";
import { isOver, minutesLeft, type Phase, phaseOf, type StageName, stageOf } from "../../live/rules";
import { interval, minutesInterval } from "../../lib/interval";
import { aroundTime, timeOf } from "../../lib/helsinki";
import type { HeroTone } from "../../ui/Hero";
import { ARRIVAL, CANCELLED, HERO, OTHER_PHASES, PHASES, PREORDER } from "../texts";

/** The drawing of a hero. */
export type SceneName =
  "kitchen" | "oven" | "packed" | "road" | "doorOpen" | "counter" | "evening" | "doorUnlit";

/** What the hero of an order says at a moment. */
export interface HeroView {
  phase: Phase;
  tone: HeroTone;
  scene: SceneName;
  /** The stage in words; the outcome, where `minutes` is absent. */
  title: string;
  /** Minutes left as written, `18–24` or `alle 1`; `null` where there is no estimate to count down. */
  minutes: string | null;
  /** The same as two times of the clock, `19.06–19.12`. */
  clock: { before: string; times: string } | null;
  /** Sentences under it. */
  sentences: readonly string[];
  /** The part of the first sentence that matters most. */
  emphasis?: string;
  /** For the page's title: `Matkalla`. */
  label: string;
  /** Whether the stairwell stands in it. */
  stairwell: boolean;
}

/** What one phase says; the estimate is added to it where `counts`. */
type Words = Pick<HeroView, "tone" | "scene" | "title" | "sentences" | "emphasis" | "label"> & {
  counts: boolean;
};

/** Says what the hero shows: a function of the order and the moment (epoch ms) alone. */
export function heroOf(order: OrderTracking, now: number): HeroView {
  const phase = phaseOf(order, now);
  const { counts, ...words } = WORDS[phase](order, now);
  const stairwell = phase !== "preorder" && phase !== "cancelled";
  return { phase, ...words, stairwell, ...countdown(counts ? order : null, now) };
}

/** How far it is; nothing once the estimate has run down: a pizza that is not here is not `0 min` away. */
function countdown(order: OrderTracking | null, now: number): Pick<HeroView, "minutes" | "clock"> {
  const estimate = order?.estimate;
  if (!order || !estimate) return { minutes: null, clock: null };
  const made = Date.parse(estimate.at);
  // A reader's clock that is behind must not make the way longer than it was reckoned.
  const { from, to } = minutesLeft(estimate, Math.max(now, made));
  if (to === 0) return { minutes: null, clock: null };
  const at = (minutes: number) => timeOf(Math.max(now, made + minutes * 60_000));
  const times = interval(at(estimate.from), at(estimate.to));
  return { minutes: minutesInterval(from, to), clock: { before: ARRIVAL[order.orderInfo.orderType], times } };
}

const kitchen = { tone: "keittio", scene: "kitchen", counts: true } as const;
const road = { tone: "matka", scene: "road", counts: true } as const;

const WORDS: Record<Phase, (order: OrderTracking, now: number) => Words> = {
  received: (order) => ({ ...kitchen, ...phasesOf(order).received }),
  accepted: (order) => ({ ...kitchen, ...phasesOf(order).accepted(order.restaurant.displayName) }),
  inMaking: (order) => ({ ...kitchen, ...phasesOf(order).inMaking }),
  inOven: (order) => ({
    tone: "uuni",
    scene: "oven",
    counts: true,
    ...phasesOf(order).inOven,
    sentences: order.orderInfo.isDeliveryOrder
      ? [order.customer.coordinates ? phasesOf(order).mapToCome : phasesOf(order).wordToCome]
      : [],
  }),
  delayed: (order) => ({
    ...(current(order) === "inOven" ? ({ tone: "uuni", scene: "oven" } as const) : kitchen),
    counts: true,
    ...phasesOf(order).delayed,
  }),
  waitingForDelivery: (order) =>
    current(order) === "finished"
      ? { ...kitchen, scene: "packed", ...phasesOf(order).packed }
      : {
          ...road,
          ...phasesOf(order).leaving,
          sentences: [phasesOf(order).leaving.sentence, ...othersFirst(order)],
        },
  inDelivery: (order) => ({
    ...road,
    ...phasesOf(order).inDelivery,
    sentences: order.stopsBefore === null ? [] : [HERO.stopsBefore(order.stopsBefore)],
  }),
  batchInDelivery: (order) => ({
    ...road,
    ...phasesOf(order).inDelivery,
    sentences: [HERO.stopsBefore(order.stopsBefore ?? 0)],
  }),
  near: (order) => ({ ...road, ...phasesOf(order).near }),
  deliveryFailed: (order) =>
    isOver(order)
      ? { tone: "peru", scene: "doorUnlit", counts: false, ...phasesOf(order).notDelivered }
      : { ...road, ...phasesOf(order).notDeliveredYet },
  noDeliveryTracking: (order) => ({
    ...kitchen,
    scene: "packed",
    counts: false,
    ...phasesOf(order).untracked,
  }),
  readyForPickup: ready,
  eatInReady: ready,
  final,
  preorder,
  cancelled: (order) => ({
    tone: "peru",
    scene: "doorUnlit",
    counts: false,
    label: CANCELLED.label,
    title: CANCELLED.title,
    sentences: [CANCELLED.text(order.orderId)],
  }),
};

/** Who sees that others come first is not surprised when the car turns elsewhere. */
function othersFirst({ stopsBefore }: OrderTracking): string[] {
  return stopsBefore === null || stopsBefore === 0 ? [] : [HERO.stopsBefore(stopsBefore)];
}

function ready(order: OrderTracking): Words {
  return { tone: "ovi", scene: "counter", counts: false, ...phasesOf(order).ready(order.orderId) };
}

function preorder(order: OrderTracking, now: number): Words {
  const when = aroundTime(order.preOrderTime === null ? now : Date.parse(order.preOrderTime), now);
  const requested = `${phasesOf(order).requested[order.orderInfo.orderType]} ${when}.`;
  return {
    tone: "ilta",
    scene: "evening",
    counts: false,
    label: PREORDER.title,
    title: PREORDER.title,
    sentences: [`${PREORDER.received} ${requested}`, phasesOf(order).rest],
    emphasis: when,
  };
}

function final(order: OrderTracking): Words {
  const scene = order.orderInfo.isDeliveryOrder ? "doorOpen" : "counter";
  const words = { tone: "ovi", scene, counts: false } as const;
  const at = deliveredAt(order);
  if (at === null) return { ...words, ...phasesOf(order).eaten };
  return {
    ...words,
    ...phasesOf(order).delivered(timeOf(at), sinceOrdered(order, at)),
    emphasis: timeOf(at),
  };
}

/** How long it took, where that is something to tell. */
function sinceOrdered(order: OrderTracking, at: number): string {
  const minutes = Math.round((at - Date.parse(order.placedAt)) / 60_000);
  if (order.preOrderTime !== null || minutes < 1 || minutes > 120) return "";
  return phasesOf(order).sinceOrdered(minutes);
}

function deliveredAt(order: OrderTracking): number | null {
  const entry = order.statusHistory.findLast(({ status }) => stageOf(status) === "delivered");
  return entry ? Date.parse(entry.at) : null;
}

/** What is said of it: without a pizza nothing is said of one. */
function phasesOf({ orderItems }: OrderTracking): typeof PHASES {
  return orderItems.length === 0 || orderItems.some(isPizza) ? PHASES : OTHER_PHASES;
}

/** The stage that the order is at. */
function current(order: OrderTracking): StageName | null {
  return stageOf(order.orderInfo.status);
}
