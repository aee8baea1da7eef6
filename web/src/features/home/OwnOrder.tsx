import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { ProductPicture } from "../../art/food/drawn";
import { isOver } from "../../live/rules";
import { heroOf } from "../../order-status/hero/heroOf";
import { useWatch } from "../../order-status/useWatch";
import { placedIsOver, type PlacedOrderKey } from "../../shop/orders/placedOrders";
import { isRemembered } from "../../shop/orders/rememberHere";
import { useNow } from "../../ui/useNow";
import styles from "./OwnOrders.module.css";

/** How often the minutes are counted anew. */
const COUNT_MS = 5_000;

/** One order under way as a dusk strip that leads to its tracking; what is over or gone is not here. */
export function OwnOrder({
  order: { orderId, orderKey },
  place,
}: {
  order: PlacedOrderKey;
  place: ReactNode;
}) {
  const { state } = useWatch(orderId, orderKey);
  const now = useNow(COUNT_MS) + state.clockOffset;
  const { order } = state;
  const isEnded = order !== null && isOver(order);
  useEffect(() => {
    if (isEnded) placedIsOver(orderId, isRemembered());
  }, [isEnded, orderId]);
  if (order === null) return state.mode === "opening" ? place : null;
  if (isEnded) return null;
  const { title, minutes, sentences } = heroOf(order, now);
  const [first] = order.orderItems;
  return (
    <Link to={`/tilaus/${orderId}?orderKey=${encodeURIComponent(orderKey)}`} className={styles["strip"]}>
      {first && (
        <span className={styles["picture"]}>
          <ProductPicture product={first} size={56} />
        </span>
      )}
      <span className={styles["words"]}>
        <b>{title}</b>
        {sentences[0] !== undefined && <span>{sentences[0]}</span>}
      </span>
      {minutes !== null && <span className={styles["minutes"]}>{`${minutes}\u00a0min`}</span>}
      <ChevronRight size={22} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}
