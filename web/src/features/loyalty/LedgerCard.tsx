import { type RefObject, useEffect, useRef, useState } from "react";
import type { LoyaltyMember } from "../../api/loyalty";
import { dayOf, weekdayDate } from "../../lib/helsinki";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { useNow } from "../../ui/useNow";
import { rowsOf, type ShownRow, signed } from "./ledger";
import styles from "./Loyalty.module.css";
import { LEDGER } from "./texts";

/** So many are shown at first. */
const SHOWN = 5;
const LOOK_MS = 60_000;

/** What came and went last, the newest first, and what there is now (LO-09). */
export function LedgerCard({ member }: { member: LoyaltyMember }) {
  const now = useNow(LOOK_MS);
  const [isAll, setAll] = useState(false);
  const next = useRef<HTMLLIElement>(null);
  // The button goes: the focus is on what it has brought.
  useEffect(() => {
    if (isAll) next.current?.focus({ preventScroll: true });
  }, [isAll]);
  const rows = rowsOf(member.ledger);
  if (rows.length === 0) {
    return (
      <Card title={LEDGER.title}>
        <p className={`quiet ${styles["below"]}`}>{LEDGER.none}</p>
      </Card>
    );
  }
  return (
    <Card title={LEDGER.title}>
      <ul className={styles["rows"]}>
        {(isAll ? rows : rows.slice(0, SHOWN)).map((row, at) => (
          <Row key={row.id} row={row} now={now} place={at === SHOWN ? next : undefined} />
        ))}
      </ul>
      <p className={styles["total"]}>
        <span>{LEDGER.total}</span>
        <b>{LEDGER.slices(member.slices)}</b>
      </p>
      {!isAll && rows.length > SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {LEDGER.all}
        </Button>
      )}
    </Card>
  );
}

interface RowProps {
  row: ShownRow;
  now: number;
  /** Of the one that gets the focus when it comes. */
  place: RefObject<HTMLLIElement | null> | undefined;
}

function Row({ row: { at, text, slices, spins }, now, place }: RowProps) {
  const moment = Date.parse(at);
  return (
    <li className={styles["row"]} {...(place !== undefined && { ref: place, tabIndex: -1 })}>
      <div>
        <b>{text}</b>
        <span className="quiet">
          {dayOf(moment) === dayOf(now) ? LEDGER.today : weekdayDate(moment)}
          {spins > 0 && ` · ${LEDGER.spins(spins)}`}
        </span>
      </div>
      {slices !== 0 && (
        <span className={styles["figure"]}>
          {signed(slices)}
          <span className="sr-only"> {LEDGER.slicesAs(slices)}</span>
        </span>
      )}
    </li>
  );
}
