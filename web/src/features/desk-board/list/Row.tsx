import { Car, Eye, ShoppingBag, TriangleAlert, Utensils } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import type { BoardOrder, OrderType } from "../../../api/wire";
import { WINDOWS } from "../../../ui/texts";
import { SmallWindows } from "../../../ui/Stairwell";
import { BOARD, ORDER } from "../texts";
import styles from "./Grid.module.css";
import { initialsOf, rowViewOf } from "./rowView";
import { useSeen } from "./useSeen";

const ICONS: Record<OrderType, ReactNode> = {
  delivery: <Car size={14} strokeWidth={1.75} aria-hidden="true" />,
  pickup: <ShoppingBag size={14} strokeWidth={1.75} aria-hidden="true" />,
  eatin: <Utensils size={14} strokeWidth={1.75} aria-hidden="true" />,
};

interface RowProps {
  row: BoardOrder;
  /** Epoch ms. */
  now: number;
  /** Which line of the table it is, from 1. */
  place: number;
  restaurant: string;
  /** The signed-in person's address. */
  ownEmail: string;
  isOpen: boolean;
  /** Whether this is the row that the Tab key leads to. */
  isCurrent: boolean;
  /** Whether it became late and nobody has seen it since. */
  isFresh: boolean;
  onOpen: (orderId: string) => void;
  onFocus: (orderId: string) => void;
  onSeen: (orderId: string) => void;
}

/** The id of a row's element. */
export function rowId(orderId: string): string {
  return `tilaus-${orderId}`;
}

/** One order: a line of the table, on a phone a card. */
export const Row = memo(function Row(props: RowProps) {
  const { row, now, place, restaurant, ownEmail, isOpen, isCurrent, isFresh, onOpen, onFocus, onSeen } =
    props;
  const { orderId, orderType } = row;
  const view = rowViewOf(row, now, ownEmail);
  const element = useRef<HTMLDivElement>(null);
  useSeen(element, isFresh, () => onSeen(orderId));
  const classes = [
    styles["row"],
    view.late > 0 && styles["late"],
    view.isTrouble && styles["trouble"],
    isFresh && styles["fresh"],
  ];
  return (
    // The grid hears the keys of all its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      id={rowId(orderId)}
      role="row"
      aria-rowindex={place}
      className={classes.filter(Boolean).join(" ")}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isOpen}
      data-order={orderId}
      onClick={() => onOpen(orderId)}
      onFocus={() => onFocus(orderId)}
    >
      <span role="gridcell" className={styles["number"]}>
        {orderId}
        {view.avoided !== null && <Avoided words={view.avoided} />}
      </span>
      <span role="gridcell" className={styles["stage"]}>
        <SmallWindows count={WINDOWS[orderType].length} lit={view.lit} />
        <span>
          <b>{view.stage}</b> {view.age !== null && <small>{view.age}</small>}
        </span>
      </span>
      <span role="gridcell" className={styles["left"]}>
        <Left view={view} />
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
      <span role="gridcell" className={styles["lookers"]}>
        <Lookers isWatched={row.watched} colleagues={view.colleagues} />
      </span>
    </div>
  );
});

/** The allergens that its eater avoids. */
function Avoided({ words }: { words: string }) {
  return (
    <span className={styles["avoided"]} title={words}>
      <TriangleAlert size={16} strokeWidth={2} aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The minutes that are left, the time it is wanted at, or why there is neither. */
function Left({ view: { minutes, wanted, noMinutes } }: { view: ReturnType<typeof rowViewOf> }) {
  return (
    <>
      {minutes !== null && (
        <>
          <b>{minutes}</b> <small>min</small>
        </>
      )}
      {wanted !== null && <b>{wanted}</b>}
      {noMinutes !== null && <small>{noMinutes}</small>}
    </>
  );
}

/** Who looks at the order: its customer, and colleagues who have it open. */
function Lookers({ isWatched, colleagues }: { isWatched: boolean; colleagues: string[] }) {
  return (
    <>
      {colleagues.length > 0 && (
        <span className={styles["colleagues"]} title={ORDER.openedAlso(colleagues)}>
          <span aria-hidden="true">
            {initialsOf(colleagues[0] ?? "")}
            {colleagues.length > 1 && `+${colleagues.length - 1}`}
          </span>
          <span className="sr-only">{ORDER.openedAlso(colleagues)}</span>
        </span>
      )}
      {isWatched && (
        <span className={styles["eye"]} title={ORDER.watching}>
          <Eye size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{ORDER.watching}</span>
        </span>
      )}
    </>
  );
}
