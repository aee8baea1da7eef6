/**
 * The board's one reducer. On a line, the first frame after a subscription is the whole board, and each one after it
 * says what changed since: rows are states, not events, so the newest said simply stands. Polls know less: the newest
 * orders, and not which have left the board.
 */
import type { BoardFrame, BoardOrder } from "../../api/wire";
import { isRowOver } from "./rules";
import type { Rows } from "./state";

/** What can change the board. */
export type BoardNews =
  | { type: "whole"; frame: BoardFrame }
  | { type: "change"; frame: BoardFrame }
  | { type: "poll"; orders: BoardOrder[] };

/** The next rows; the same object where the news is none. */
export function reduceBoard(rows: Rows | null, news: BoardNews): Rows {
  switch (news.type) {
    case "whole":
      return new Map(news.frame.orders.map((order) => [order.orderId, order]));
    case "change":
      return changed(rows ?? new Map(), news.frame);
    case "poll":
      return polled(rows ?? new Map(), news.orders);
  }
}

function changed(rows: Rows, { orders, removed }: BoardFrame): Rows {
  if (orders.length === 0 && !removed.some((id) => rows.has(id))) return rows;
  const next = new Map(rows);
  for (const order of orders) next.set(order.orderId, order);
  for (const id of removed) next.delete(id);
  return next;
}

/** Late, as any answer may be: a row counts only if its `seq` is not older. What is over leaves: nobody says when. */
function polled(rows: Rows, orders: BoardOrder[]): Rows {
  const next = new Map(rows);
  for (const order of orders) {
    const known = next.get(order.orderId);
    if (known && known.seq > order.seq) continue;
    if (isRowOver(order)) next.delete(order.orderId);
    else next.set(order.orderId, order);
  }
  return next;
}
