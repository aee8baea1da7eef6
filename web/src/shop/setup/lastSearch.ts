/** What the set-up remembers of the visit before. */
import type { OrderType } from "../../api/wire";
import { readText, removeText, writeText } from "../../lib/textStorage";

const KEY = "pickup_search_query";

/** What was last searched for when somebody chose where to pick up; empty where nothing was. */
export function lastSearch(): string {
  return readText(KEY) ?? "";
}

/** On confirming: a delivery's search is forgotten, any other remembered (OS-13). */
export function rememberSearch(orderType: OrderType, search: string): void {
  if (orderType === "delivery") removeText(KEY);
  else writeText(KEY, search);
}
