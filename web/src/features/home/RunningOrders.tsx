import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { DemoOrder } from "../../api/wire";
import { stageOf, windowsAt } from "../../live/rules";
import { Button } from "../../ui/Button";
import { ORDER_TYPES, WINDOWS } from "../../ui/texts";
import { Stairwell } from "../../ui/Stairwell";
import styles from "./RunningOrders.module.css";
import { HOME, OVER, PREORDER, STAGES } from "./texts";
import { useDemoOrders } from "./useDemoOrders";

/** So many stand on the page until somebody asks for all: it is the shop's page before it is the city's. */
const FIRST = 4;
const SHAPES = Array.from({ length: FIRST }, (_, index) => index);

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
        <span className="sr-only">{HOME.loading}</span>
        {SHAPES.map((shape) => (
          <i key={shape} />
        ))}
      </div>
    );
  }
  if (orders.length === 0) return <p className={styles["empty"]}>{HOME.none}</p>;
  return <FirstOrders orders={orders} />;
}

/** The first of them; the others once they are asked for. */
function FirstOrders({ orders }: { orders: DemoOrder[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? orders : orders.slice(0, FIRST);
  return (
    <>
      <ul className={styles["list"]}>
        {shown.map((order) => (
          <OrderStrip key={order.orderId} order={order} />
        ))}
      </ul>
      {orders.length > FIRST && (
        <p className={styles["more"]}>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? HOME.fewer : HOME.allRunning(orders.length)}
          </Button>
        </p>
      )}
    </>
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
