/** Which orders have become late since the board was opened. */
import type { Rows } from "../../live/topics/board/state";
import { isLate } from "./selection";

/** What is known of late orders: those of which it was said, or that were late when the board was opened. */
export type Known = ReadonlySet<string>;

/** The orders that are late at present. */
export function lateIn(rows: Rows): string[] {
  return [...rows.values()].filter(isLate).map(({ orderId }) => orderId);
}

/** The late orders that are news. An order is news once, whatever its estimate does afterwards. */
export function newsIn(rows: Rows, known: Known): string[] {
  return lateIn(rows).filter((orderId) => !known.has(orderId));
}
