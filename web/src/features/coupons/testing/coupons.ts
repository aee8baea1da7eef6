/** Coupons for tests; the boring parts are here. */
import type { Coupon, Coupons } from "../../../api/loyalty";

/** A pizza of the menu for less, for everybody. */
export function aCoupon(parts: Partial<Coupon> = {}): Coupon {
  const code = parts.code ?? parts.promotionCode ?? "saunavuoro";
  return {
    promotionCode: code,
    code,
    id: "3003",
    product_size: "101",
    restrictedProducts: ["3003"],
    restrictedSizes: ["101"],
    requireLogIn: false,
    requireLogin: false,
    is_loyalty: false,
    usable: true,
    isCombo: false,
    comboSlug: null,
    image: null,
    start: "2026-11-01T22:00:00Z",
    end: "2026-11-29T22:00:00Z",
    active: true,
    ...parts,
  };
}

/** The campaign that they make. */
export function campaignOf(coupons: Coupon[]): Coupons {
  return {
    isLoyaltyOnly: coupons.some(({ requireLogIn, is_loyalty: isLoyalty }) => requireLogIn || isLoyalty),
    start: "2026-11-01T22:00:00Z",
    end: "2026-11-29T22:00:00Z",
    coupons,
  };
}
