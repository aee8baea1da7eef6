import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Rows } from "../../../live/topics/board/state";
import { BOARD } from "../texts";
import styles from "./Grid.module.css";
import { type GridItem, itemsOf, stepOf } from "./gridItems";
import { Row, rowId } from "./Row";
import type { Section, SectionName } from "../selection";
import { useArrowIn } from "./useArrowIn";
import { useFocusKept } from "./useFocusKept";
import { useStable } from "./useStable";
import { useWindowed } from "./useWindowed";

interface GridProps {
  label: string;
  sections: Section[];
  rows: Rows;
  now: number;
  restaurantName: (id: string) => string;
  /** The signed-in person's address: who looks oneself is no news. */
  ownEmail: string;
  openedId: string | null;
  onOpen: (orderId: string) => void;
  /** Orders that became late and have not been seen since. */
  fresh?: ReadonlySet<string>;
  onSeen?: (orderId: string) => void;
}

const TITLES: Record<SectionName, string> = {
  trouble: BOARD.trouble,
  late: BOARD.late,
  onTime: BOARD.onTime,
  done: BOARD.done,
};
const COLUMNS = ["order", "stage", "left", "promised", "restaurant", "customer", "lookers"] as const;
/** The line of the columns' names is the first. */
const HEAD_LINES = 1;
const NONE: ReadonlySet<string> = new Set();
const ignore = () => undefined;

/**
 * The table of orders. Arrow keys move, Enter opens. Of thousands of rows only those near the window are there, and
 * besides them the one that the Tab key leads to and the one that is open.
 */
export function Grid(props: GridProps) {
  const { label, sections, rows, now, restaurantName, ownEmail, openedId, onOpen } = props;
  const { fresh = NONE, onSeen = ignore } = props;
  // Scrolling comes by here with every few rows.
  const { items, placeOf, orderIds } = useMemo(() => itemsOf(sections, TITLES), [sections]);
  // A row is drawn anew for what stands in it, not for who hears of its presses.
  const openRow = useStable(onOpen);
  const seeRow = useStable(onSeen);
  const { current, leftId, setCurrentId, moveTo } = useCurrentRow(openedId, orderIds, placeOf);
  const kept = [current, leftId, openedId].flatMap((id) => (id === null ? [] : (placeOf.get(id) ?? [])));
  const { body, height, lines, page, measure } = useWindowed(items, kept);
  const focus = useFocusKept(orderIds, moveTo);
  useArrowIn();

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || current === null) return;
    const to = stepOf(event.key, orderIds.indexOf(current), orderIds.length, page);
    const target = to === null ? undefined : orderIds[to];
    if (target !== undefined) moveTo(target);
    else if (event.key === "Enter") onOpen(current);
    else return;
    event.preventDefault();
  }

  const lineOf = (item: GridItem, index: number): ReactNode => {
    const place = index + HEAD_LINES + 1;
    if ("title" in item) return <Title item={item} place={place} />;
    const row = rows.get(item.orderId);
    if (!row) return null;
    const [isOpen, isCurrent] = [item.orderId === openedId, item.orderId === current];
    const isFresh = fresh.has(item.orderId);
    const restaurant = restaurantName(row.restaurantId);
    const heard = { onOpen: openRow, onFocus: setCurrentId, onSeen: seeRow };
    return <Row {...{ row, now, place, restaurant, ownEmail, isOpen, isCurrent, isFresh, ...heard }} />;
  };

  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + HEAD_LINES}
      tabIndex={-1}
      className={styles["grid"]}
      onKeyDown={press}
      onFocus={(event) => focus.came(event.target.dataset["order"])}
      onBlur={(event) => leaves(event) && focus.left()}
    >
      <Head />
      <div ref={body} className={styles["body"]} style={{ height }}>
        {sections.map(({ name, orderIds: { length } }) => (
          <div key={name} role="rowgroup" aria-label={`${TITLES[name]} ${length}`}>
            {lines
              .filter(({ item }) => item.section === name)
              .map(({ item, index, top }) => (
                <Line key={item.key} {...{ index, top, measure }}>
                  {lineOf(item, index)}
                </Line>
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Whether the focus goes out of the grid. */
function leaves({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget);
}

/** The row that the Tab key leads to, and the one that the focus is leaving. */
function useCurrentRow(openedId: string | null, orderIds: string[], placeOf: ReadonlyMap<string, number>) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [leftId, setLeftId] = useState<string | null>(null);
  const [knownOpen, setKnownOpen] = useState(openedId);
  // Wherever an order was opened from, it is its row that one comes back to.
  if (openedId !== knownOpen) {
    setKnownOpen(openedId);
    if (openedId !== null) setCurrentId(openedId);
  }
  const current = [currentId, openedId, orderIds[0]].find((id) => placeOf.has(id ?? "")) ?? null;

  function moveTo(orderId: string) {
    // A row that is far away is not there yet; the one that is left stays until the focus has left it.
    flushSync(() => {
      setLeftId(current);
      setCurrentId(orderId);
    });
    document.getElementById(rowId(orderId))?.focus();
  }

  return { current, leftId, setCurrentId, moveTo };
}

interface LineProps {
  index: number;
  /** Pixels from the top of the table's body. */
  top: number;
  measure: ReturnType<typeof useWindowed>["measure"];
  children: ReactNode;
}

/** Where a row or a title stands. */
function Line({ index, top, measure, children }: LineProps) {
  return (
    <div ref={measure} data-index={index} className={styles["line"]} style={{ translate: `0 ${top}px` }}>
      {children}
    </div>
  );
}

/** The names of the columns. */
function Head() {
  return (
    <div role="rowgroup" className={styles["head"]}>
      <div role="row" aria-rowindex={1} className={styles["titles"]}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {column === "lookers" ? (
              <span className="sr-only">{BOARD.columns[column]}</span>
            ) : (
              BOARD.columns[column]
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function Title({ item, place }: { item: GridItem & { title: string }; place: number }) {
  return (
    <div role="row" aria-rowindex={place} className={`${styles["part"]} ${styles[item.section]}`}>
      <span role="rowheader" aria-colspan={COLUMNS.length}>
        {item.title}
      </span>
    </div>
  );
}
