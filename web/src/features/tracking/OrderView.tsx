import type { ReactElement, ReactNode } from "react";
import type { OrderState } from "../../live/live";
import { feedbackOpen } from "../../live/rules";
import { LiveRegion } from "../../ui/LiveRegion";
import { usePageTitle } from "../../ui/usePageTitle";
import { AddressCard } from "./cards/AddressCard";
import { Items } from "./cards/Items";
import { RestaurantCard } from "./cards/RestaurantCard";
import { Timeline } from "./cards/Timeline";
import { FeedbackCard } from "./feedback/FeedbackCard";
import type { SendFeedback } from "./feedback/FeedbackForm";
import { type HeroView, heroOf } from "./hero/heroOf";
import { TrackingHero } from "./hero/TrackingHero";
import { TEXTS } from "./texts";
import styles from "./TrackingView.module.css";
import { useAnnouncement } from "./useAnnouncement";

interface OrderViewProps {
  order: OrderState;
  /** Epoch ms. */
  now: number;
  sendFeedback: SendFeedback;
}

/** A watched order: the hero, and under it its course, items, address, restaurant and feedback. */
export function OrderView({ order, now, sendFeedback }: OrderViewProps) {
  const view = heroOf(order, now);
  usePageTitle(view.minutes === null ? view.label : `${view.label}, ${view.minutes} min`);
  const announcement = useAnnouncement(view.phase, spoken(view));
  const feedback = <FeedbackCard key="feedback" order={order} now={now} send={sendFeedback} />;
  const timeline = <Timeline key="timeline" order={order} now={now} />;
  const items = <Items key="items" order={order} />;
  const address = order.orderInfo.isDeliveryOrder && <AddressCard key="address" customer={order.customer} />;
  const restaurant = <RestaurantCard key="restaurant" restaurant={order.restaurant} now={now} />;
  const cancelled = view.phase === "cancelled";
  // Once the order is over, how it tasted comes first. On a phone the address then stands after the items.
  const columns = feedbackOpen(order)
    ? [[feedback], [timeline, last(address)], [items, last(restaurant)]]
    : [[timeline], [items], [address, restaurant, cancelled ? null : feedback]];
  return (
    <>
      <LiveRegion text={announcement} />
      <TrackingHero order={order} view={view} />
      <div className={styles["columns"]}>
        {columns.map((cards, column) => (
          // The columns have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={column} className={styles["column"]}>
            {cards}
          </div>
        ))}
      </div>
    </>
  );
}

/** A card that comes after the others where there is but one column; on a phone alone, and only if it is there. */
function last(card: ReactElement | false): ReactNode {
  return (
    card && (
      <div key={card.key} className={styles["last"]}>
        {card}
      </div>
    )
  );
}

/** The hero in one breath. */
function spoken(view: HeroView): string {
  const minutes = view.minutes === null ? [] : [TEXTS.minutes(view.minutes)];
  return [view.title, ...minutes, ...view.sentences].map((part) => part.replace(/\.$/, "")).join(". ") + ".";
}
