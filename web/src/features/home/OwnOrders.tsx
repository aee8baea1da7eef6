import { lazy, Suspense, useState } from "react";
import { useShopper } from "../../shop/caller";
import { useOwnOrders } from "../../shop/history/ownOrders";
import type { PlacedOrderKey } from "../../shop/orders/placedOrders";
import styles from "./OwnOrders.module.css";
import { HOME } from "./texts";
import { arriving } from "../../lib/arriving";

const OwnOrder = lazy(() =>
  arriving(() => import("./OwnOrder")).then((module) => ({ default: module.OwnOrder })),
);

/** How many of the latest are shown (SH-03). */
const SHOWN = 3;
/** An order this fresh is surely under way: its place is kept until it is known. */
const FRESH_MS = 2 * 60 * 60_000;

/** The orders that this browser or this account placed last, live, for as long as they are under way (SH-03). */
export function OwnOrders() {
  const orders = useOwnOrders().slice(0, SHOWN);
  const [openedAt] = useState(() => Date.now());
  const { isStaff } = useShopper();
  // What the call centre has placed is its callers'.
  if (orders.length === 0 || isStaff) return null;
  return (
    <section className={styles["orders"]} aria-label={HOME.own}>
      {orders.map((order) => {
        const place = isFresh(order, openedAt) ? <div className={styles["place"]} /> : null;
        return (
          <Suspense key={order.orderId} fallback={place}>
            <OwnOrder order={order} place={place} />
          </Suspense>
        );
      })}
    </section>
  );
}

function isFresh({ placedAt }: PlacedOrderKey, now: number): boolean {
  return now - Date.parse(placedAt) < FRESH_MS;
}
