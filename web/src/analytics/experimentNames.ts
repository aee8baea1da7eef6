/** What is tried with a part of the people (docs/spec/people.md, "Experiments"), and what an address says of it. Pure. */

/** What may be tried (AN-08). */
export const EXPERIMENTS = [
  "deliveryPricePromotion",
  "homepageCarousel",
  "couponsPercentage",
  "orderHistoryRecommendations",
  "bannerVideo",
  "cartUpsellModal",
  "deliveryServiceFee",
  "deliveryWithoutPackagingBannerTitle",
] as const;
/** What somebody sees of one; `control` is the shop as it is (AN-09). */
export const VARIANTS = ["control", "a", "b"] as const;

/** One thing that is tried. */
export type ExperimentKey = (typeof EXPERIMENTS)[number];
/** What somebody sees of it. */
export type Variant = (typeof VARIANTS)[number];
/** Variants of some experiments. */
export type SomeVariants = Readonly<Partial<Record<ExperimentKey, Variant>>>;

/** The variants that an address forces: `?exp_homepageCarousel=a`; other values are none. */
export function forcedIn(search: string): SomeVariants {
  const query = new URLSearchParams(search);
  const forced = EXPERIMENTS.map((key) => [key, query.get(`exp_${key}`)] as const);
  return Object.fromEntries(forced.filter(([, variant]) => isVariant(variant)));
}

/** Reads variants that were kept as JSON. */
export function forcedOf(text: string | null): SomeVariants {
  const kept: unknown = parsed(text);
  if (typeof kept !== "object" || kept === null) return {};
  const known = Object.entries(kept).filter(([key]) => EXPERIMENTS.some((one) => one === key));
  return Object.fromEntries(known.filter(([, variant]) => isVariant(variant)));
}

/** What a text means as JSON; `null` where it means nothing. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isVariant(value: unknown): value is Variant {
  return VARIANTS.some((one) => one === value);
}
