/** What a card's figures mean. Pure. */
import type { Benefit, LedgerRow, LoyaltyMember, SpinCampaign } from "../../api/loyalty";

/** So many slices are a pizza (LO-01). */
export const WHOLE = 9;
/** The slices of a card that bring a spin (LO-10). */
export const MARKS = [2, 6] as const;

/** Spins that can be used now: one's own, and those of campaigns that run (WH-04). */
export function spinsAt({ spins, spinCampaigns }: LoyaltyMember, now: number): number {
  const running = spinCampaigns.filter((campaign) => runsAt(campaign, now));
  return running.reduce((all, campaign) => all + campaign.spins, Math.max(0, spins));
}

function runsAt({ startDateTime, endDateTime }: SpinCampaign, now: number): boolean {
  return Date.parse(startDateTime) <= now && now < Date.parse(endDateTime);
}

/** Which slice brings the next spin; after a pizza it is the very next one (OP-02). */
export type NextSpin = "next" | "second" | "sixth" | "tenth";

/** The slice that brings the next spin to a card. */
export function nextSpinOf({ slices, ledger }: Pick<LoyaltyMember, "slices" | "ledger">): NextSpin {
  if (slices === 0 && hasHadPizza(ledger)) return "next";
  if (slices < MARKS[0]) return "second";
  return slices < MARKS[1] ? "sixth" : "tenth";
}

/** Whether the card was turned into a pizza since it began; the newest row comes first. */
function hasHadPizza(ledger: readonly LedgerRow[]): boolean {
  const begun = ledger.findIndex(({ reason }) => reason === "expired" || reason === "left");
  const ofCard = begun < 0 ? ledger : ledger.slice(0, begun);
  return ofCard.some(({ type }) => type === "slices_converted");
}

/** The pizza that nine slices brought, where it waits. */
export function pizzaIn({ benefits }: Pick<LoyaltyMember, "benefits">): Benefit | null {
  return benefits.find(({ type, used }) => type === "freePizza" && !used) ?? null;
}

/** Under so many days to go a code says how many are left. */
const SOON_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** How many days a code is good for, today included, where they are few; `null` where there is time. */
export function daysLeft({ valid_until }: Pick<Benefit, "valid_until">, now: number): number | null {
  const days = Math.ceil((Date.parse(valid_until) - now) / DAY_MS);
  return days < SOON_DAYS ? Math.max(0, days) : null;
}

/** A code in groups, as one reads it out. */
export function spaced(code: string): string {
  return /^[0-9a-z]{13}$/.test(code) ? `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}` : code;
}
