import { Eye } from "lucide-react";
import type { OrderTracking } from "../../../api/wire";
import type { Mode } from "../../../live/live";
import { stageOf } from "../../../live/rules";
import { type HeroView, heroOf } from "../../../order-status/hero/heroOf";
import { HERO } from "../../../order-status/texts";
import { ConnectionSign } from "../../../ui/ConnectionSign";
import { SmallHero } from "../../../ui/Hero";
import { Minutes } from "../../../ui/Minutes";
import { CLOSED, ORDER, PREORDER, STAGES } from "../texts";
import styles from "./Order.module.css";

interface OrderHeroProps {
  order: OrderTracking;
  /** Epoch ms. */
  now: number;
  /** Whether the customer is looking at the order. */
  isWatched: boolean;
  mode: Mode;
}

/** The customer's own hero, small, in the words of the trade: where the order is, and how long it takes. */
export function OrderHero({ order, now, isWatched, mode }: OrderHeroProps) {
  const view = heroOf(order, now);
  return (
    <SmallHero tone={view.tone}>
      {isWatched && (
        <p className={styles["watched"]}>
          <Eye size={16} strokeWidth={1.75} aria-hidden="true" />
          {ORDER.watching}
        </p>
      )}
      {view.minutes !== null && <Minutes small text={view.minutes} spoken={HERO.minutes(view.minutes)} />}
      <p className={view.minutes === null ? styles["stageAlone"] : styles["stage"]}>
        {[stageWords(order, view), ...stopsWords(order, view)].join(", ")}
      </p>
      {(mode === "polling" || mode === "offline") && (
        <div className={styles["sign"]}>
          <ConnectionSign connection={mode} />
        </div>
      )}
    </SmallHero>
  );
}

function stageWords({ orderInfo }: OrderTracking, { phase }: HeroView): string {
  if (phase === "preorder") return PREORDER;
  const stage = stageOf(orderInfo.status);
  return stage === null ? CLOSED : STAGES[stage];
}

function stopsWords({ stopsBefore }: OrderTracking, { phase }: HeroView): string[] {
  const onRoad = ["inDelivery", "near", "batchInDelivery"].includes(phase);
  if (!onRoad || stopsBefore === null) return [];
  return [stopsBefore === 0 ? ORDER.nextIsThis : ORDER.stopsBefore(stopsBefore)];
}
