/** Who shops, as far as pages must know it; what they may buy and pay with, the server knows. */
import { useStaffMember } from "../session/useStaff";

/** Who shops. */
export interface Shopper {
  /** Whether it is the call centre, which orders for others. */
  isStaff: boolean;
  /** Whether drinks with alcohol are shown at all: not to guests, nor to the call centre. */
  canSeeAlcohol: boolean;
}

const GUEST: Shopper = { isStaff: false, canSeeAlcohol: false };
const CALL_CENTRE: Shopper = { isStaff: true, canSeeAlcohol: false };

/** Who shops; a guest until more is known. */
export function useShopper(): Shopper {
  return useStaffMember()?.roles.includes("callcentre") ? CALL_CENTRE : GUEST;
}
