/** What a row of the ledger says (LO-26, LO-27). Pure. */
import type { LedgerRow } from "../../api/loyalty";
import { LEDGER } from "./texts";

/** A row in words, and by how much it moved slices and spins. */
export interface ShownRow {
  id: string | number;
  /** An instant. */
  at: string;
  text: string;
  slices: number;
  spins: number;
}

/** The rows in words, in the order in which they came. */
export function rowsOf(ledger: readonly LedgerRow[]): ShownRow[] {
  return ledger.map((row) => ({
    id: row.id,
    at: row.timestamp,
    text: wordsOf(row),
    slices: row.slices_added,
    spins: spinsOf(row),
  }));
}

/** A spin that was used is one less, also one of a campaign, which the wire does not count. */
function spinsOf({ type, reason, spins_added: spins }: LedgerRow): number {
  return type === "spin_use" && reason !== "newSpin" ? -1 : spins;
}

function wordsOf({ type, reason, orderId, slices_added: slices }: LedgerRow): string {
  switch (type) {
    case "slices_add":
      return wordsOfSlices(reason, orderId);
    case "slices_converted":
      return LEDGER.converted;
    case "spin_use":
      return reason === "newSpin" ? LEDGER.newSpin : LEDGER.spin;
    case "benefit_add":
      return reason === "returned" ? LEDGER.benefitBack : LEDGER.benefit;
    case "benefit_use":
      return orderId === null ? LEDGER.used : `${LEDGER.used} · ${LEDGER.order(orderId)}`;
    case "benefit_deprecated":
      return slices > 0 ? LEDGER.returnedPizza : LEDGER.gone;
    default:
      return LEDGER.other;
  }
}

function wordsOfSlices(reason: string | null, orderId: string | null): string {
  switch (reason) {
    case "welcome":
      return LEDGER.welcome;
    case "expired":
      return LEDGER.expired;
    case "left":
      return LEDGER.left;
    case "refund":
      return orderId === null ? LEDGER.refund : LEDGER.refundedOrder(orderId);
    default:
      return orderId === null ? LEDGER.other : LEDGER.order(orderId);
  }
}

/** A figure with its sign: `+2`, `−9`. */
export function signed(count: number): string {
  return count < 0 ? `−${-count}` : `+${count}`;
}
