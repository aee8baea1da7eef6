import { ArrowLeft, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { BoardOrder, StaffOrder } from "../../../api/wire";
import type { WatchState } from "../../../live/live";
import { Button } from "../../../ui/Button";
import { Avoided } from "../../../ui/items/Avoided";
import { ItemList } from "../../../ui/items/ItemList";
import { ORDER } from "../texts";
import { Contact } from "./Contact";
import { CopyLink } from "./CopyLink";
import { Events } from "./Events";
import { eventsOf } from "./history";
import { Lookers } from "./Lookers";
import styles from "./Order.module.css";
import { OrderSight } from "./OrderSight";
import { type OpenedOrder, useStaffOrder } from "./useStaffOrder";

interface OrderPanelProps {
  orderId: string;
  /** What the board says of it, where it is there: newer than what was read. */
  row?: OrderRow | undefined;
  /** Epoch ms. */
  now: number;
  onClose: () => void;
  onSignedOut: () => void;
}

/** The parts of a board's row that the opened order shows. */
type OrderRow = Pick<BoardOrder, "avoidAllergens" | "watched" | "openedBy">;

/** The opened order beside the board, on a phone in its place. */
export function OrderPanel({ orderId, row, now, onClose, onSignedOut }: OrderPanelProps) {
  const opened = useStaffOrder(orderId);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (opened.problem === "signed-out") onSignedOut();
  }, [opened.problem, onSignedOut]);
  return (
    <aside className={styles["panel"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {ORDER.title(orderId)}
        </h2>
        <button type="button" className={styles["close"]} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" className={styles["cross"]} />
          <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" className={styles["arrow"]} />
          <span>{ORDER.close}</span>
        </button>
      </div>
      <Avoided allergens={row?.avoidAllergens ?? opened.detail?.avoidAllergens ?? []} />
      <Lookers addresses={row?.openedBy ?? opened.detail?.openedBy ?? []} />
      <Content opened={opened} row={row} now={now} />
    </aside>
  );
}

interface ContentProps {
  opened: OpenedOrder;
  row: OrderRow | undefined;
  now: number;
}

function Content({ opened, row, now }: ContentProps) {
  const { watched, detail, problem, retry } = opened;
  const order = watched.order ?? detail?.order ?? null;
  if (order === null || (problem === "not-found" && detail === null)) {
    return <Nothing problem={problem} onRetry={retry} />;
  }
  const count = order.orderItems.reduce((sum, item) => sum + item.quantity, 0);
  const campaigns = order.payment.discountDetails.orderPaymentDetails.splitPayments;
  return (
    <>
      <OrderSight
        order={order}
        watched={watched}
        isWatched={row?.watched ?? detail?.watching ?? false}
        mode={modeOf(watched)}
      />
      <Contact order={order} detail={detail} />
      {problem === "failed" && <Nothing problem={problem} onRetry={retry} />}
      <h3>{ORDER.events}</h3>
      <Events events={eventsOf(order.statusHistory, detail)} now={now} />
      <h3>{ORDER.items(count)}</h3>
      <ItemList items={order.orderItems} campaigns={campaigns} />
      {detail && <Names detail={detail} />}
      {detail?.trackingUrl && <CopyLink url={detail.trackingUrl} />}
    </>
  );
}

/** A watch that has not begun, or has no order to show, says nothing of its connection. */
function modeOf({ mode, order }: WatchState): WatchState["mode"] {
  return order === null ? "opening" : mode;
}

function Nothing({ problem, onRetry }: { problem: OpenedOrder["problem"]; onRetry: () => void }) {
  if (problem === null || problem === "signed-out") {
    return (
      <div className={styles["loading"]} role="status">
        <span className="sr-only">{ORDER.opening}</span>
        <i />
        <i />
      </div>
    );
  }
  return (
    <div className={styles["problem"]} role="alert">
      <p>{problem === "not-found" ? ORDER.notFound : ORDER.failed}</p>
      {problem === "failed" && (
        <Button look="quiet" onClick={onRetry}>
          {ORDER.retry}
        </Button>
      )}
    </div>
  );
}

/** The numbers that colleagues elsewhere know the order by. */
function Names({ detail: { batchId, carId, externalId } }: { detail: StaffOrder }) {
  const names = [
    batchId === null ? null : ORDER.batch(batchId),
    carId === null ? null : ORDER.car(carId),
    externalId === null ? null : ORDER.external(externalId),
  ].filter((name) => name !== null);
  return names.length === 0 ? null : <p className={styles["names"]}>{names.join(" · ")}</p>;
}
