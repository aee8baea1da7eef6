/** What this browser forgets, and when (docs/spec/people.md, "This browser"). */
import { currentOrder, dispatch } from "../cart/useCart";
import type { Order } from "../cart/order";
import { keptNow } from "../cart/storage";
import { tidyMemory } from "../checkout/memory";
import { forgetSearch } from "../setup/lastSearch";
import { forgetAllPlaced, forgetOver } from "./placedOrders";
import { isRemembered, rememberNoMore } from "./rememberHere";
import { forgetWhoOrdered } from "./whoOrdered";

/** An order that nobody has touched for so long is not being put together any more. */
const LEFT_MS = 24 * 60 * 60_000;

/** On coming back: what may not be kept any longer goes. Who has said since who they are, is who orders now. */
export function tidyBrowser(now = Date.now(), before = keptNow()): void {
  tidyMemory();
  if (isRemembered(now)) return;
  rememberNoMore();
  forgetSearch(false);
  forgetOver(now);
  const isLeft = before.order !== null && now - before.at > LEFT_MS && isSamePerson(before.order);
  if (isLeft && isSomebodyKnown()) void dispatch({ type: "forgetPerson" }, true);
}

/** *Unohda*: who ordered last, and where it went. What is under way can still be followed. */
export function forgetHere(): void {
  rememberNoMore();
  forgetSearch();
  forgetOver(Date.now());
  void dispatch({ type: "forgetPerson" }, true);
}

/** Somebody has left: nothing of them stays. */
export function forgetAll(): void {
  rememberNoMore();
  forgetSearch();
  forgetAllPlaced();
  forgetWhoOrdered();
  void dispatch({ type: "forget" }, true).catch(() => undefined);
}

/** Whether the order is still of who is said there, and goes where it went. */
function isSamePerson(before: Order): boolean {
  const personOf = ({ contact, additionalInfo, method }: Order) =>
    JSON.stringify([contact, additionalInfo, method?.orderType, method?.address]);
  return personOf(before) === personOf(currentOrder());
}

/** Whether anything of a person is kept with the order. */
export function isSomebodyKnown(): boolean {
  const { contact, additionalInfo, method } = currentOrder();
  const { name, phone, email, address } = contact;
  const hasPlace = address !== null || (method?.address ?? null) !== null;
  return hasPlace || [name, phone, email, additionalInfo].some((text) => text !== "");
}
