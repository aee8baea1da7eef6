import type { OrderTracking } from "../../api/wire";
import { isOver, minutesLeft, type Phase, phaseOf, type StageName, stageOf } from "../../live/rules";
import { interval } from "../../lib/interval";
import { counted } from "../../lib/plural";
import { aroundTime, timeOf } from "../../lib/helsinki";
import type { HeroTone } from "../../ui/Hero";
import { ARRIVAL, CANCELLED, HERO, PREORDER } from "../texts";

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
  /** Minutes left as written, `18–24`; `null` where there is no estimate to count down. */
  minutes: string | null;
  /** The same as two times of the clock, `19.06–19.12`. */
  clock: { before: string; times: string } | null;
  /** Sentences under it. */
  sentences: string[];
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
  return { minutes: interval(from, to), clock: { before: ARRIVAL[order.orderInfo.orderType], times } };
}

const kitchen = { tone: "keittio", scene: "kitchen", counts: true } as const;
const road = { tone: "matka", scene: "road", counts: true } as const;

const WORDS: Record<Phase, (order: OrderTracking, now: number) => Words> = {
  received: () => ({
    ...kitchen,
    label: "Vastaanotettu",
    title: "Tilauksesi on perillä meillä",
    sentences: ["Keittiö vahvistaa sen pian."],
  }),
  accepted: (order) => ({
    ...kitchen,
    label: "Hyväksytty",
    title: `${order.restaurant.displayName} otti tilauksesi vastaan`,
    sentences: [],
  }),
  inMaking: () => ({
    ...kitchen,
    label: "Valmistuksessa",
    title: "Pizzasi on tekeillä",
    sentences: ["Taikina on käsissä, täytteet tulossa."],
  }),
  inOven: (order) => ({
    tone: "uuni",
    scene: "oven",
    counts: true,
    label: "Uunissa",
    title: "Pizzasi on uunissa",
    sentences: order.orderInfo.isDeliveryOrder
      ? [order.customer.coordinates ? HERO.mapToCome : HERO.wordToCome]
      : [],
  }),
  delayed: (order) => ({
    ...(current(order) === "inOven" ? ({ tone: "uuni", scene: "oven" } as const) : kitchen),
    counts: true,
    label: "Myöhässä",
    title: "Keittiössä on ruuhkaa",
    sentences: ["Pizzasi valmistuu vähän myöhemmin."],
  }),
  waitingForDelivery: (order) =>
    current(order) === "finished"
      ? {
          ...kitchen,
          scene: "packed",
          label: "Valmis",
          title: "Pizzasi on valmis ja pakattu",
          sentences: ["Se odottaa kyytiä."],
        }
      : {
          ...road,
          label: "Lähdössä",
          title: "Pizzasi on lähdössä",
          sentences: ["Lähtö ihan kohta.", ...othersFirst(order)],
        },
  inDelivery: (order) => ({
    ...road,
    label: "Matkalla",
    title: "Pizzasi on matkalla",
    sentences: order.stopsBefore === null ? [] : [HERO.stopsBefore(order.stopsBefore)],
  }),
  batchInDelivery: (order) => ({
    ...road,
    label: "Matkalla",
    title: "Pizzasi on matkalla",
    sentences: [HERO.stopsBefore(order.stopsBefore ?? 0)],
  }),
  near: () => ({
    ...road,
    label: "Ihan lähellä",
    title: "Olet seuraava",
    sentences: ["Pizza on ihan lähellä."],
  }),
  deliveryFailed: (order) =>
    isOver(order)
      ? {
          tone: "peru",
          scene: "doorUnlit",
          counts: false,
          label: "Toimitus ei onnistunut",
          title: "Toimitus ei onnistunut",
          sentences: ["Emme saaneet tilaustasi perille. Soita ravintolaan, niin sovitaan, miten jatketaan."],
        }
      : {
          ...road,
          label: "Yhä matkalla",
          title: "Toimitus ei onnistunut vielä",
          sentences: ["Tilauksesi on yhä matkalla."],
        },
  noDeliveryTracking: () => ({
    ...kitchen,
    scene: "packed",
    counts: false,
    label: "Valmis",
    title: "Pizzasi on valmis",
    sentences: ["Tämän ravintolan kuljetuksia ei voi seurata. Kysyttävää? Soita ravintolaan."],
  }),
  readyForPickup: ready,
  eatInReady: ready,
  final,
  preorder,
  cancelled: (order) => ({
    tone: "peru",
    scene: "doorUnlit",
    counts: false,
    label: "Peruttu",
    title: CANCELLED.title,
    sentences: [CANCELLED.text(order.orderId)],
  }),
};

/** Who sees that others come first is not surprised when the car turns elsewhere. */
function othersFirst({ stopsBefore }: OrderTracking): string[] {
  return stopsBefore === null || stopsBefore === 0 ? [] : [HERO.stopsBefore(stopsBefore)];
}

function ready(order: OrderTracking): Words {
  return {
    tone: "ovi",
    scene: "counter",
    counts: false,
    label: "Valmis",
    title: "Tilauksesi on valmis",
    sentences: [`Nouda tiskiltä, numero ${order.orderId}.`],
  };
}

function preorder(order: OrderTracking, now: number): Words {
  const when = aroundTime(order.preOrderTime === null ? now : Date.parse(order.preOrderTime), now);
  const requested = `${PREORDER.requested[order.orderInfo.orderType]} ${when}.`;
  return {
    tone: "ilta",
    scene: "evening",
    counts: false,
    label: PREORDER.title,
    title: PREORDER.title,
    sentences: [`${PREORDER.received} ${requested}`, PREORDER.rest],
    emphasis: when,
  };
}

function final(order: OrderTracking): Words {
  const scene = order.orderInfo.isDeliveryOrder ? "doorOpen" : "counter";
  const words = { tone: "ovi", scene, counts: false } as const;
  const at = deliveredAt(order);
  if (at === null) return { ...words, label: "Valmis", title: "Hyvää ruokahalua", sentences: [] };
  return {
    ...words,
    label: "Perillä",
    title: "Pizza on ovellasi",
    sentences: [`Perillä ${timeOf(at)}${sinceOrdered(order, at)}. Hyvää ruokahalua.`],
    emphasis: timeOf(at),
  };
}

/** How long it took, where that is something to tell. */
function sinceOrdered(order: OrderTracking, at: number): string {
  const minutes = Math.round((at - Date.parse(order.placedAt)) / 60_000);
  if (order.preOrderTime !== null || minutes < 1 || minutes > 120) return "";
  return `, ${counted(minutes, "minuutti", "minuuttia")} tilauksesta`;
}

function deliveredAt(order: OrderTracking): number | null {
  const entry = order.statusHistory.findLast(({ status }) => stageOf(status) === "delivered");
  return entry ? Date.parse(entry.at) : null;
}

/** The stage that the order is at. */
function current(order: OrderTracking): StageName | null {
  return stageOf(order.orderInfo.status);
}
