/** The loyalty programme, the wheel and coupons on the wire (docs/spec/people.md): names of their shapes, and the calls. */
import { get, post } from "./request";
import type { components } from "./schema";
import type { User } from "./wire";

type Schemas = components["schemas"];

/** A code of a member's, and what it is worth. */
export type Benefit = Schemas["Benefit"];
/** Spins that a member has for a time. */
export type SpinCampaign = Schemas["SpinCampaign"];
/** The wheel as a member finds it. */
export type WheelState = Schemas["MemberWheel"];
/** A prize that was won and may not have been shown yet. */
export type LastPrize = Schemas["LastPrize"];
/** What happened to a card. */
export type LedgerRow = Schemas["LoyaltyRow"];
/** A member's card, spins, codes and ledger. */
export type LoyaltyMember = Schemas["Member"];
/** A prize's weight in a draw. */
export type DrawEntry = Schemas["WheelWeight"];
/** What a spin brought, and all that it takes to draw it again. */
export type SpinAnswer = Schemas["Spin"];
/** An order that is followed, as its slices are counted. */
export type TrackingSlicesBody = Schemas["OrderOfSlices"];

/** A coupon of the running campaign. */
export type Coupon = Schemas["CouponCard"];
/** The coupons, and from when to when there are any. */
export type Coupons = Schemas["CouponSummary"];

/** What the session says of a user's card; `null` of who is no member. */
export function loyaltyOf(user: User): LoyaltyMember | null {
  return user.loyalty;
}

/** The card of who is signed in. */
export const readMember = () => get("/api/loyalty/member");

/** Their codes. */
export const readBenefits = () => get("/api/loyalty/benefits");

/** Whether the welcome is still to be shown. */
export const setWelcomeModal = (body: Schemas["WelcomeModal"]) =>
  post("/api/loyalty/member/setWelcomeModal", { body });

/** Whether the last prize is still to be shown. */
export const setPrizeModal = (body: Schemas["PrizeModal"]) =>
  post("/api/loyalty/member/setPrizeModal", { body });

/** The slices that a cart would bring. */
export const countCartSlices = (body: Schemas["CartOfSlices"]) =>
  post("/api/loyalty/getCartSlices", { body });

/** The slices that an order would have brought. */
export const countTrackingSlices = (body: TrackingSlicesBody) =>
  post("/api/loyalty/getTrackingSlices", { body });

/** Spins; its Idempotency-Key is the browser's part of chance. */
export const spinWheel = () => post("/api/wheel/spin", { body: {} });

/** The coupons that run; `isForced` those too that do not. */
export const readCoupons = (isForced: boolean) =>
  get("/api/commerce/v2/coupons", isForced ? { query: { forceActive: "true" } } : {});
