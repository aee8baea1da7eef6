import type { PricedCart } from "../../api/wire";
import { FREE_DELIVERY } from "./texts";

/** A campaign that delivers for nothing, as far as a hint needs it. */
interface Campaign {
  campaignId: string;
  name: string;
  requireLogIn: boolean;
  isDisplayed: boolean;
}

/** What is said of a free delivery. */
export interface FreeDeliveryHint {
  text: string;
  /** Whether it is for members alone. */
  needsMember: boolean;
}

/** The one thing to say of free delivery: that it is there, what it lacks, or that there is one (CM-10, CM-11). */
export function freeDeliveryOf(
  campaigns: readonly Campaign[],
  priced: PricedCart | null,
): FreeDeliveryHint | null {
  if (priced !== null && priced.pricingDetails.shippingChargesDiscountTotal > 0)
    return { text: FREE_DELIVERY.free, needsMember: false };
  const ids = new Set(campaigns.map(({ campaignId }) => campaignId));
  const lacking = priced?.notApplicableCampaigns.find(({ campaignId }) => ids.has(campaignId));
  if (lacking) {
    const needsMember = lacking.messageCode === "campaign/login-required";
    return { text: needsMember ? `${lacking.campaignName}.` : lacking.message, needsMember };
  }
  const shown = campaigns.find(({ isDisplayed }) => isDisplayed);
  return shown ? { text: `${shown.name}.`, needsMember: shown.requireLogIn } : null;
}
