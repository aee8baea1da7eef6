import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import type { Rows } from "../../../live/board/state";
import { BOARD } from "../texts";
import styles from "./Grid.module.css";
import { Row, rowId } from "./Row";
import type { Section, SectionName } from "./selection";

interface GridProps {
  label: string;
  sections: Section[];
  rows: Rows;
  now: number;
  restaurantName: (id: string) => string;
  openedId: string | null;
  onOpen: (orderId: string) => void;
  /** Whether somebody is about to press a row. */
  onHold?: (held: boolean) => void;
}

const TITLES: Record<SectionName, string> = { late: BOARD.late, onTime: BOARD.onTime, done: BOARD.done };
const COLUMNS = ["order", "stage", "left", "promised", "restaurant", "customer"] as const;

/** The table of orders. Arrow keys move, Enter opens. */
export function Grid(props: GridProps) {
  const { label, sections, rows, now, restaurantName, openedId, onOpen, onHold } = props;
  const [currentId, setCurrentId] = useState<string | null>(null);
  const orderIds = sections.flatMap((section) => section.orderIds);
  const current = orderIds.find((id) => id === currentId) ?? openedOf(orderIds, openedId);
  const hold = useHold(onHold);

  function press(event: KeyboardEvent) {
    const at = orderIds.indexOf(current ?? "");
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: orderIds.length - 1 }[event.key];
    const target = next === undefined ? undefined : orderIds[next];
    if (target !== undefined) document.getElementById(rowId(target))?.focus();
    else if (event.key === "Enter" && current !== null) onOpen(current);
    else if (next === undefined) return;
    event.preventDefault();
  }

  return (
    <div
      role="grid"
      aria-label={label}
      tabIndex={-1}
      className={styles["grid"]}
      onKeyDown={press}
      onPointerEnter={(event: PointerEvent) => event.pointerType === "mouse" && hold("pointer", true)}
      onPointerLeave={() => hold("pointer", false)}
      onFocus={() => hold("focus", true)}
      onBlur={() => hold("focus", false)}
    >
      <div role="rowgroup" className={styles["head"]}>
        <div role="row" className={styles["titles"]}>
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader">
              {BOARD.columns[column]}
            </span>
          ))}
        </div>
      </div>
      {sections.map((section) => (
        <Part key={section.name} section={section} titled={sections.length > 1 || section.name === "late"}>
          {section.orderIds.map((orderId) => {
            const row = rows.get(orderId);
            return (
              row && (
                <Row
                  key={orderId}
                  row={row}
                  now={now}
                  restaurant={restaurantName(row.restaurantId)}
                  isOpen={orderId === openedId}
                  isCurrent={orderId === current}
                  onOpen={onOpen}
                  onFocus={setCurrentId}
                />
              )
            );
          })}
        </Part>
      ))}
    </div>
  );
}

/** A part of the list under its title. */
function Part({
  section,
  titled,
  children,
}: {
  section: Section;
  titled: boolean;
  children: React.ReactNode;
}) {
  const id = useId();
  const title = `${TITLES[section.name]} ${section.orderIds.length}`;
  return (
    <div role="rowgroup" {...(titled ? { "aria-labelledby": id } : {})}>
      {titled && (
        <div role="row" className={`${styles["part"]} ${styles[section.name]}`}>
          <span role="rowheader" aria-colspan={COLUMNS.length} id={id}>
            {title}
          </span>
        </div>
      )}
      {children}
    </div>
  );
}

/** The row that Tab leads to where none had the focus yet: the open one, else the first. */
function openedOf(orderIds: string[], openedId: string | null): string | null {
  return orderIds.find((id) => id === openedId) ?? orderIds[0] ?? null;
}

/** The list is held while the pointer rests on it or a row has the focus. */
function useHold(onHold: ((held: boolean) => void) | undefined) {
  const [reasons] = useState(() => new Set<"pointer" | "focus">());
  return (reason: "pointer" | "focus", now: boolean) => {
    if (now) reasons.add(reason);
    else reasons.delete(reason);
    onHold?.(reasons.size > 0);
  };
}
