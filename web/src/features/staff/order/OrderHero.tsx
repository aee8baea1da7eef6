import { Eye } from "lucide-react";
import type { OrderTracking } from "../../../api/wire";
import { interval } from "../../../lib/interval";
import type { Mode } from "../../../live/live";
import { isOver, minutesLeft, type Phase, phaseOf, stageOf } from "../../../live/rules";
import { ConnectionSign } from "../../../ui/ConnectionSign";
import { type HeroTone, SmallHero } from "../../../ui/Hero";
import { Minutes } from "../../../ui/Minutes";
import { CLOSED, ORDER, PREORDER, STAGES } from "../texts";
import styles from "./Order.module.css";

const TONES: Record<Phase, HeroTone> = {
  received: "keittio",
  accepted: "keittio",
  inMaking: "keittio",
  delayed: "keittio",
  noDeliveryTracking: "keittio",
  inOven: "uuni",
  waitingForDelivery: "matka",
  inDelivery: "matka",
  near: "matka",
  batchInDelivery: "matka",
  deliveryFailed: "matka",
  readyForPickup: "ovi",
  eatInReady: "ovi",
  final: "ovi",
  preorder: "ilta",
  cancelled: "peru",
};

interface OrderHeroProps {
  order: OrderTracking;
  /** Epoch ms. */
  now: number;
  /** Whether the customer is looking at the order. */
  isWatched: boolean;
  mode: Mode;
}

/** The customer's own hero, small: where the order is, and how long it takes. */
export function OrderHero({ order, now, isWatched, mode }: OrderHeroProps) {
  const phase = phaseOf(order, now);
  const minutes = minutesOf(order, now);
  return (
    <SmallHero tone={phase === "deliveryFailed" && isOver(order) ? "peru" : TONES[phase]}>
      {isWatched && (
        <p className={styles["watched"]}>
          <Eye size={16} strokeWidth={1.75} aria-hidden="true" />
          {ORDER.watching}
        </p>
      )}
      {minutes !== null && <Minutes small text={minutes} spoken={ORDER.minutes(minutes)} />}
      <p className={minutes === null ? styles["stageAlone"] : styles["stage"]}>
        {[stageWords(order, phase), ...stopsWords(order, phase)].join(", ")}
      </p>
      {(mode === "polling" || mode === "offline") && (
        <div className={styles["sign"]}>
          <ConnectionSign connection={mode} />
        </div>
      )}
    </SmallHero>
  );
}

function stageWords({ orderInfo }: OrderTracking, phase: Phase): string {
  if (phase === "preorder") return PREORDER;
  const stage = stageOf(orderInfo.status);
  return stage === null ? CLOSED : STAGES[stage];
}

function stopsWords({ stopsBefore }: OrderTracking, phase: Phase): string[] {
  const onRoad = ["inDelivery", "near", "batchInDelivery"].includes(phase);
  if (!onRoad || stopsBefore === null) return [];
  return [stopsBefore === 0 ? ORDER.nextIsThis : ORDER.stopsBefore(stopsBefore)];
}

/** Both ends of the estimate; nothing where it says nothing (any more). */
function minutesOf(order: OrderTracking, now: number): string | null {
  if (!order.estimate || isOver(order)) return null;
  const { from, to } = minutesLeft(order.estimate, Math.max(now, Date.parse(order.estimate.at)));
  return to === 0 ? null : interval(from, to);
}
