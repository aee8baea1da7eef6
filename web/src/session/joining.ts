/** What is still to be said of somebody's membership, and whether this visit was asked for it (LO-16 to LO-19). */
import type { User } from "../api/wire";
import { readText, thisTab, writeText } from "../lib/textStorage";
import { CUSTOMER } from "./session";

const ASKED = "ovelle.join-asked";

/** Whether a customer is no member, or one without birth date or accepted terms. */
export function isMembershipOpen(user: User): boolean {
  if (user.customerSegment !== CUSTOMER || !user.acceptedTerms) return false;
  return !user.subscribedToLoyalty || !user.birthDateSet || !user.acceptedLoyaltyTerms;
}

/** Whether somebody has answered in this tab, or has put it off. */
export function wasAskedToJoin(): boolean {
  return readText(ASKED, thisTab) !== null;
}

/** Asks no more in this tab. */
export function askNoMore(): void {
  writeText(ASKED, "1", thisTab);
}
