/** Which payment methods are shown, and which of them cannot be chosen, and why (ordering §6). */
import type { PaymentMethod } from "../../api/wire";

/** The groups, in the order in which they are shown (PY-02). */
export const METHOD_GROUPS = [
  "creditCard",
  "mobile",
  "bank",
  "payLater",
  "lunchBenefit",
  "giftCard",
  "others",
] as const;

export type MethodGroup = (typeof METHOD_GROUPS)[number];

/** Why a method cannot be chosen. */
export type Hindrance = "log-in" | "alcohol" | "klarna-alcohol" | "gift-card";

/** What the choice depends on. */
export interface MethodContext {
  hasAlcohol: boolean;
  /** Whether a gift card pays for a part. */
  hasGiftCard: boolean;
}

/** A method with what stands in its way. */
export interface OfferedMethod {
  method: PaymentMethod;
  hindrance: Hindrance | null;
}

/** The methods of one group. */
export interface OfferedGroup {
  group: MethodGroup;
  methods: readonly OfferedMethod[];
}

/** They need a token that only a merchant's agreement with the wallet gives; the chain has none yet. */
const WALLETS: ReadonlySet<string> = new Set(["applepay", "googlepay"]);
/** Only for pickup and eat-in with nothing that needs an age check on handover. */
const NOT_WITH_ALCOHOL: ReadonlySet<string> = new Set(["onsite", "edenred"]);
/** What may stand beside a gift card (PY-12, PY-14). */
const BESIDE_GIFT_CARD: ReadonlySet<string> = new Set(["giftcard", "scheme", "mobilepay"]);

/** The methods by group; those that cannot be chosen stay, with the reason. */
export function offeredGroups(methods: readonly PaymentMethod[], context: MethodContext): OfferedGroup[] {
  const shown = methods.filter(({ id }) => !WALLETS.has(id));
  return METHOD_GROUPS.map((group) => ({
    group,
    methods: shown
      .filter((method) => groupOf(method) === group)
      .map((method) => ({ method, hindrance: hindranceOf(method, context) })),
  })).filter((one) => one.methods.length > 0);
}

/** What stands in the way of a method; `null` where nothing does (PY-08, PY-09, PY-11 to PY-14). */
export function hindranceOf({ id, disabled }: PaymentMethod, context: MethodContext): Hindrance | null {
  if (disabled) return "log-in";
  if (context.hasAlcohol && id === "klarna") return "klarna-alcohol";
  if (context.hasAlcohol && NOT_WITH_ALCOHOL.has(id)) return "alcohol";
  return context.hasGiftCard && !BESIDE_GIFT_CARD.has(id) ? "gift-card" : null;
}

/** Whether a method that was chosen once can still be: else the person chooses anew. */
export function canBeChosen(id: string, methods: readonly PaymentMethod[], context: MethodContext): boolean {
  const method = methods.find((one) => one.id === id);
  return method !== undefined && !WALLETS.has(id) && hindranceOf(method, context) === null;
}

function groupOf({ group }: PaymentMethod): MethodGroup {
  return METHOD_GROUPS.find((one) => one === group) ?? "others";
}
