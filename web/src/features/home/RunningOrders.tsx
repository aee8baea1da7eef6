import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { DemoOrder } from "../../api/wire";
import { stageOf, windowsAt } from "../../live/rules";
import { ORDER_TYPES, WINDOWS } from "../../ui/texts";
import { Stairwell } from "../../ui/Stairwell";
import styles from "./RunningOrders.module.css";
import { HOME, OVER, PREORDER, STAGES } from "./texts";
import { useDemoOrders } from "./useDemoOrders";

/** As many as a window has room for: what stands under them moves out of sight, if at all. */
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8];

/** The demo city's running orders, each a strip that leads to its tracking. */
export function RunningOrders() {
  const { orders, failed } = useDemoOrders();
  return (
    <section className={styles["running"]} aria-labelledby="kaupungilla">
      <h2 id="kaupungilla">{HOME.running}</h2>
      <p className="quiet">{HOME.runningLead}</p>
      <OrderList orders={orders} failed={failed} />
    </section>
  );
}

/** What is known of the orders: a list, none, still loading, or not to be had. */
export function OrderList({ orders, failed }: { orders: DemoOrder[] | null; failed: boolean }) {
  if (orders === null) {
    if (failed) return <p className={styles["empty"]}>{HOME.failed}</p>;
    return (
      <div className={styles["loading"]} role="status">
        <span className="heard">{HOME.loading}</span>
        {SHAPES.map((shape) => (
          <i key={shape} />
        ))}
      </div>
    );
  }
  if (orders.length === 0) return <p className={styles["empty"]}>{HOME.none}</p>;
  return (
    <ul className={styles["list"]}>
      {orders.map((order) => (
        <OrderStrip key={order.orderId} order={order} />
      ))}
    </ul>
  );
}

function OrderStrip({ order }: { order: DemoOrder }) {
  const { orderId, orderType, restaurantName, status, preOrderTime, trackingPath } = order;
  const stage = stageOf(status);
  const early = preOrderTime !== null && (stage === "received" || stage === "accepted");
  const says = stage === null ? OVER : early ? PREORDER : STAGES[stage];
  return (
    <li>
      <Link to={trackingPath} className={styles["strip"]}>
        <span className={styles["words"]}>
          <b>{says}</b>
          <span className={styles["facts"]}>
            <span>{ORDER_TYPES[orderType]} </span>
            <span>{restaurantName} </span>
            <span>{HOME.order(orderId)}</span>
          </span>
        </span>
        <Stairwell size="row" labels={WINDOWS[orderType]} lit={windowsAt(status, orderType)} />
        <ChevronRight size={22} strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </li>
  );
}
