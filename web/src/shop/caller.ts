/** Who shops, as far as pages must know it; what they may buy and pay with, the server knows. */
import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../api/wire";
import { dayOf } from "../lib/helsinki";
import { useUser } from "../session/useUser";
import { CALL_CENTRE as CALL_CENTRE_SEGMENT } from "../session/session";
import { sessionQuery } from "../session/userSession";

/** Who shops. */
export interface Shopper {
  /** Whether it is the call centre, which orders for others. */
  isStaff: boolean;
  /** Whether drinks with alcohol are shown at all: to grown-up customers alone (MN-38). */
  canSeeAlcohol: boolean;
}

const GUEST: Shopper = { isStaff: false, canSeeAlcohol: false };
const CALL_CENTRE: Shopper = { isStaff: true, canSeeAlcohol: false };
const ADULT: Shopper = { isStaff: false, canSeeAlcohol: true };

/** Who shops; a guest until more is known. */
export function useShopper(): Shopper {
  return shopperOf(useUser());
}

/** The same, outside React. */
export function currentShopper(cache: QueryClient): Shopper {
  return shopperOf(cache.getQueryData(sessionQuery.queryKey)?.user);
}

/** Who somebody is to the shop. */
export function shopperOf(user: User | null | undefined): Shopper {
  if (!user) return GUEST;
  if (user.customerSegment === CALL_CENTRE_SEGMENT) return CALL_CENTRE;
  return isAdult(user, Date.now()) ? ADULT : GUEST;
}

/** The age from which on alcohol is sold, in years. */
const ADULT_YEARS = 18;

/** Whether somebody's date of birth makes them an adult today in Helsinki. */
export function isAdult({ birthDate, birthDateSet }: User, now: number): boolean {
  if (!birthDateSet) return false;
  const [year = 0, ...day] = birthDate.split("-");
  const birthday = [String(Number(year) + ADULT_YEARS).padStart(4, "0"), ...day].join("-");
  return birthday <= dayOf(now);
}

/** A guest, a customer who has not joined, a member; or the call centre, which has nothing of its own. */
export type Membership = "guest" | "registered" | "member" | "staff";

/** Whose benefits who shops has (PD-36, PD-37). */
export function useMembership(): Membership {
  const user = useUser();
  if (!user) return "guest";
  if (user.customerSegment === CALL_CENTRE_SEGMENT) return "staff";
  return user.subscribedToLoyalty ? "member" : "registered";
}
