import type { OrderTracking } from "../../../api/wire";
import type { Mode, OrderState, WatchState } from "../../../live/live";
import { showsCar } from "../../../live/rules";
import { heroOf } from "../../../order-status/hero/heroOf";
import type { MapView } from "../../../order-status/map/mapOf";
import { OrderMap } from "../../../order-status/map/OrderMap";
import { useOrderMap } from "../../../order-status/map/useOrderMap";
import { distanceOf } from "../../../order-status/map/words";
import { MAP } from "../../../order-status/texts";
import { useNow } from "../../../ui/useNow";
import { ORDER } from "../texts";
import styles from "./Order.module.css";
import { OrderHero } from "./OrderHero";

/** How often the minutes are counted anew, and the seconds since a car on its way was seen. */
const COUNT_EVERY_MS = 5_000;
const COUNT_CAR_EVERY_MS = 1_000;

interface OrderSightProps {
  order: OrderTracking;
  /** The same, live. */
  watched: WatchState;
  /** Whether the customer is looking at the order. */
  isWatched: boolean;
  mode: Mode;
}

/** What the customer sees, small: the hero, and under it the map. */
export function OrderSight({ order, watched, isWatched, mode }: OrderSightProps) {
  const isOnItsWay = showsCar(order.orderInfo.status);
  const now = useNow(isOnItsWay ? COUNT_CAR_EVERY_MS : COUNT_EVERY_MS) + watched.clockOffset;
  return (
    <div className={styles["sight"]}>
      <OrderHero order={order} now={now} isWatched={isWatched} mode={mode} />
      {watched.order && <SmallMap order={watched.order} now={now} />}
    </div>
  );
}

function SmallMap({ order, now }: { order: OrderState; now: number }) {
  const map = useOrderMap(order, heroOf(order, now), now);
  return (
    map && (
      <div className={styles["map"]}>
        <OrderMap small view={map} words={wordsOf(map)} instead={null} />
      </div>
    )
  );
}

/** The map in words. */
function wordsOf(map: MapView): string {
  if (map.sight === "elsewhere") return ORDER.carElsewhere;
  if (map.sight === "unseen") return ORDER.carUnseen;
  const distance = distanceOf(map);
  return distance === null ? MAP.places : ORDER.carAway(distance);
}
