/** What the set-up remembers of the visit before. */
import type { OrderType } from "../../api/wire";
import { readText, removeText, thisTab, writeText } from "../../lib/textStorage";
import { isRemembered } from "../orders/rememberHere";

const KEY = "pickup_search_query";

/** What was last searched for when somebody chose where to pick up; empty where nothing was. */
export function lastSearch(): string {
  return readText(KEY, thisTab) ?? readText(KEY) ?? "";
}

/** On confirming: a delivery's search is forgotten, any other kept, with the tab or where one is remembered (OS-13). */
export function rememberSearch(orderType: OrderType, search: string): void {
  forgetSearch();
  if (orderType === "delivery" || search === "") return;
  writeText(KEY, search, thisTab);
  if (isRemembered()) writeText(KEY, search);
}

/** Forgets it; `everywhere`: in this tab too. */
export function forgetSearch(everywhere = true): void {
  removeText(KEY);
  if (everywhere) removeText(KEY, thisTab);
}
