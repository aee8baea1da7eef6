/**
 * The board's one reducer. On a line, the first frame after a subscription is the whole board, and each one after it
 * says what changed since: rows are states, not events, so the newest said simply stands. A poll knows the orders that
 * are open; where there are many, the newest of them.
 */
import type { BoardFrame, FoundOrder } from "../../../api/wire";
import type { Rows } from "./state";

/** What a poll brought. */
export interface BoardPoll {
  type: "poll";
  orders: FoundOrder[];
  /** Whether these are all that are open. */
  isWhole: boolean;
}

/** What can change the board: the first frame of a subscription, a later one, a poll. */
export type BoardNews =
  { type: "whole"; frame: BoardFrame } | { type: "change"; frame: BoardFrame } | BoardPoll;

/** The next rows; the same object where the news is none. */
export function reduceBoard(rows: Rows | null, news: BoardNews): Rows {
  switch (news.type) {
    case "whole":
      return new Map(news.frame.orders.map((order) => [order.orderId, order]));
    case "change":
      return changed(rows ?? new Map(), news.frame);
    case "poll":
      return polled(rows ?? new Map(), news);
  }
}

function changed(rows: Rows, { orders, removed }: BoardFrame): Rows {
  if (orders.length === 0 && !removed.some((id) => rows.has(id))) return rows;
  const next = new Map(rows);
  for (const order of orders) next.set(order.orderId, order);
  for (const id of removed) next.delete(id);
  return next;
}

/** Late, as any answer may be: a row that is known at a higher `seq` stays. */
function polled(rows: Rows, { orders, isWhole }: BoardPoll): Rows {
  const next = new Map(isWhole ? [] : rows);
  for (const { over, restaurantName: _, ...order } of orders) {
    const known = rows.get(order.orderId);
    if (over) next.delete(order.orderId);
    else next.set(order.orderId, known && known.seq > order.seq ? known : order);
  }
  return next;
}
