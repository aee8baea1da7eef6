/** Members of the loyalty programme for tests; the boring parts are here. */
import type { Benefit, LedgerRow, LoyaltyMember, SpinAnswer, WheelState } from "../../../api/loyalty";

/** The segments of the built-in wheel. */
export const SEGMENTS: WheelState["segments"] = [
  ["empty"],
  ["freeDip"],
  ["freeDrink", "freeJaffaLemonade"],
  ["freeIceCream"],
  ["empty"],
  ["freeCandy"],
  ["freeDelivery40", "giftCard1", "giftCard5", "giftCard10"],
  ["newSpin", "spinsCampaign"],
];

/** A code for ice cream that nobody has used. */
export function aBenefit(parts: Partial<Benefit> = {}): Benefit {
  return {
    code: "k7f3m9xq2vt0h",
    benefit: "80 ml jäätelö",
    type: "freeIceCream",
    valid_until: "2030-12-24T21:59:59Z",
    used: false,
    usedOrderId: null,
    ...parts,
  };
}

let rows = 0;

/** A row that an order made. */
export function aRow(parts: Partial<LedgerRow> = {}): LedgerRow {
  rows += 1;
  return {
    id: String(rows),
    type: "slices_add",
    timestamp: "2026-11-21T16:04:00Z",
    orderId: "10198",
    slices_added: 1,
    spins_added: 0,
    benefitCode: null,
    reason: "order",
    ...parts,
  };
}

/** A member with five slices and a spin. */
export function aMember(parts: Partial<LoyaltyMember> = {}): LoyaltyMember {
  const slices = parts.slices ?? 5;
  return {
    slices,
    remaining: 9 - slices,
    spins: 1,
    spinCampaigns: [],
    pizzaWheelLocked: false,
    wheel: { enabled: true, reason: null, segments: SEGMENTS, commitment: "0f".repeat(32) },
    showWelcomeModal: false,
    showPrizeModal: false,
    lastPrize: null,
    expiresAt: "2027-05-24T20:59:59Z",
    benefits: [],
    ledger: [],
    ...parts,
  };
}

/** A spin that brought ice cream, and the last one. */
export function aSpin(parts: Partial<SpinAnswer> = {}): SpinAnswer {
  return {
    spinId: "7",
    angle: 145,
    type: "freeIceCream",
    spinsLeft: 0,
    benefit: aBenefit(),
    commitment: "0f".repeat(32),
    nextCommitment: "1e".repeat(32),
    serverSeed: "00".repeat(32),
    clientSeed: "",
    nonce: 0,
    table: [],
    ...parts,
  };
}
