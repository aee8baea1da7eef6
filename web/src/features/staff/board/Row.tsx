import { Car, ShoppingBag, Utensils } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { BoardOrder, OrderType } from "../../../api/wire";
import { WINDOWS } from "../../../ui/orderTypes";
import { SmallWindows } from "../../../ui/Stairwell";
import { BOARD } from "../texts";
import styles from "./Grid.module.css";
import { rowViewOf } from "./rowView";

const ICONS: Record<OrderType, ReactNode> = {
  delivery: <Car size={14} strokeWidth={1.75} aria-hidden="true" />,
  pickup: <ShoppingBag size={14} strokeWidth={1.75} aria-hidden="true" />,
  eatin: <Utensils size={14} strokeWidth={1.75} aria-hidden="true" />,
};

interface RowProps {
  row: BoardOrder;
  /** Epoch ms. */
  now: number;
  restaurant: string;
  isOpen: boolean;
  /** Whether this is the row that the Tab key leads to. */
  isCurrent: boolean;
  onOpen: (orderId: string) => void;
  onFocus: (orderId: string) => void;
}

/** The id of a row's element. */
export function rowId(orderId: string): string {
  return `tilaus-${orderId}`;
}

/** One order: a line of the table, on a phone a card. */
export const Row = memo(function Row(props: RowProps) {
  const { row, now, restaurant, isOpen, isCurrent, onOpen, onFocus } = props;
  const { orderId, orderType } = row;
  const view = rowViewOf(row, now);
  return (
    // The grid hears the keys of all its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={rowId(orderId)}
      role="row"
      className={`${styles["row"]} ${view.late > 0 ? styles["late"] : ""}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isOpen}
      data-order={orderId}
      onClick={() => onOpen(orderId)}
      onFocus={() => onFocus(orderId)}
    >
      <span role="gridcell" className={styles["number"]}>
        {orderId}
      </span>
      <span role="gridcell" className={styles["stage"]}>
        <SmallWindows count={WINDOWS[orderType].length} lit={view.lit} />
        <span>
          <b>{view.stage}</b> <small>{view.placed}</small>
        </span>
      </span>
      <span role="gridcell" className={styles["left"]}>
        {view.minutes !== null && (
          <>
            <b>{view.minutes}</b> <small>min</small>
          </>
        )}
        {view.wanted !== null && <b>{view.wanted}</b>}
      </span>
      <span role="gridcell" className={styles["promised"]}>
        {view.promised} {view.late > 0 && <small className={styles["by"]}>{BOARD.lateBy(view.late)}</small>}
        {view.inTime && <small>{BOARD.inTime}</small>}
      </span>
      <span role="gridcell" className={styles["restaurant"]}>
        {restaurant}
      </span>
      <span role="gridcell" className={styles["customer"]}>
        <b>{view.name}</b>{" "}
        <small>
          {ICONS[orderType]} <span>{view.address}</span>
        </small>
      </span>
    </div>
  );
});
