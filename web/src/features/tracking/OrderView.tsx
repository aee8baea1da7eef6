import {
  Fragment,
  type ReactElement,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { OrderData } from "../../api/wire";
import type { OrderState } from "../../live/live";
import { type HeroView, heroOf } from "../../order-status/hero/heroOf";
import { OrderHero } from "../../order-status/hero/OrderHero";
import type { MapView } from "../../order-status/map/mapOf";
import { useMapAhead } from "../../order-status/map/useDeliveryMap";
import { useOrderMap } from "../../order-status/map/useOrderMap";
import { carInWords } from "../../order-status/map/words";
import { HERO } from "../../order-status/texts";
import { Avoided } from "../../ui/items/Avoided";
import { LiveRegion } from "../../ui/LiveRegion";
import { usePageTitle } from "../../ui/usePageTitle";
import { AddressCard } from "./cards/AddressCard";
import { Items } from "./cards/Items";
import { RestaurantCard } from "./cards/RestaurantCard";
import { Timeline } from "./cards/Timeline";
import { FeedbackCard } from "../../order-status/feedback/FeedbackCard";
import type { SendFeedback } from "../../order-status/feedback/FeedbackForm";
import { type MoneyView, moneyOf } from "./money";
import styles from "./TrackingView.module.css";
import { useAnnouncement } from "./useAnnouncement";

interface OrderViewProps {
  order: OrderState;
  /** What the checkout knows of it, where it was placed here. */
  data: OrderData | null;
  /** The card of what it brings to the loyalty programme; it stands after the items. */
  slices: ReactNode;
  /** Epoch ms, by the server's clock. */
  now: number;
  sendFeedback: SendFeedback;
}

/** A watched order: the hero, and under it its course, items, address, restaurant and feedback. */
export function OrderView({ order, data, slices: slicesCard, now, sendFeedback }: OrderViewProps) {
  const money = useMemo(() => data && moneyOf(order, data), [order, data]);
  const view = withMoney(heroOf(order, now), money);
  usePageTitle(view.minutes === null ? view.label : `${view.label}, ${view.minutes} min`);
  const map = useOrderMap(order, view, now);
  useMapAhead(view.phase === "waitingForDelivery");
  // The stage first: what stands under it is drawn when that is seen, in slices.
  const [hasCards, setHasCards] = useState(false);
  useEffect(() => startTransition(() => setHasCards(true)), []);
  const announcement = useAnnouncement(view.phase, spoken(view, map));
  const feedback = <FeedbackCard key="feedback" order={order} now={now} send={sendFeedback} />;
  const timeline = <Timeline key="timeline" order={order} now={now} isCarStale={map?.sight === "stale"} />;
  const items = <Items key="items" order={order} money={money} />;
  const address = order.orderInfo.isDeliveryOrder && (
    <AddressCard
      key="address"
      customer={order.customer}
      isWithoutPackaging={order.withoutPackaging === true}
    />
  );
  const restaurant = <RestaurantCard key="restaurant" restaurant={order.restaurant} now={now} />;
  const cancelled = view.phase === "cancelled";
  const slices = !cancelled && slicesCard !== null && <Fragment key="slices">{slicesCard}</Fragment>;
  // Once somebody has eaten, how it tasted comes first; what waits at the counter nobody has. On a phone the address then stands after the items.
  const columns =
    view.phase === "final"
      ? [[feedback], [timeline, last(address)], [items, slices, last(restaurant)]]
      : [[timeline], [items, slices], [address, restaurant, cancelled ? null : feedback]];
  return (
    <>
      <LiveRegion text={announcement} />
      <OrderHero order={order} view={view} map={map} />
      <div className={styles["cards"]}>
        {hasCards && order.avoidAllergens.length > 0 && (
          <div className={styles["avoided"]}>
            <Avoided allergens={order.avoidAllergens} />
          </div>
        )}
        <div className={styles["columns"]}>
          {hasCards &&
            columns.map((cards, column) => (
              // The columns have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={column} className={styles["column"]}>
                {cards}
              </div>
            ))}
        </div>
      </div>
    </>
  );
}

/** Who has paid for what was cancelled reads first of the money. */
function withMoney(view: HeroView, money: MoneyView | null): HeroView {
  if (view.phase !== "cancelled" || !money?.back) return view;
  return { ...view, sentences: [...view.sentences, money.back] };
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

/** The hero in one breath, and the map in another. */
function spoken(view: HeroView, map: MapView | null): string[] {
  const car = map && carInWords(map);
  const minutes = view.minutes === null ? [] : [HERO.minutes(view.minutes)];
  // How many come before is said once.
  const sentences = view.sentences.map(bare).filter((one) => !car?.toLowerCase().includes(one.toLowerCase()));
  const hero = [view.title, ...minutes, ...sentences].join(". ") + ".";
  return car === null ? [hero] : [hero, car];
}

function bare(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
