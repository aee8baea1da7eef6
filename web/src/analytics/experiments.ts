/** Who sees what of an experiment (docs/spec/people.md, "Experiments"). Pure. */
import { digestsOf } from "../lib/sha256";
import {
  EXPERIMENTS,
  type ExperimentKey,
  parsed,
  type SomeVariants,
  type Variant,
  VARIANTS,
} from "./experimentNames";

/** How many of a hundred see each variant. */
export type Weights = Readonly<Record<Variant, number>>;

/** Weights as they were fetched, and until when they are the newest, epoch ms. */
export interface KeptWeights {
  until: number;
  weights: Readonly<Record<string, Weights>>;
}

const ALL = 100;

/** The variant of a visitor: always the same one. */
export function variantFor(key: ExperimentKey, { control, a }: Weights, visitorId: string): Variant {
  const [first = 0] = digestsOf(`${key}:`)(visitorId);
  const share = (first >>> 0) % ALL;
  if (share < control) return "control";
  return share < control + a ? "a" : "b";
}

/** The visitor's variants of all that is tried. */
export function variantsFor(weights: KeptWeights["weights"], visitorId: string): SomeVariants {
  return Object.fromEntries(
    EXPERIMENTS.flatMap((key) => {
      const own = weights[key];
      return own ? [[key, variantFor(key, own, visitorId)]] : [];
    }),
  );
}

/** Reads weights that were kept as JSON; `null` for what are none. */
export function weightsOf(text: string | null): KeptWeights | null {
  const kept = parsed(text) as Partial<KeptWeights> | null;
  if (typeof kept?.until !== "number" || typeof kept.weights !== "object" || kept.weights === null)
    return null;
  const isSound = Object.values(kept.weights).every(
    (weights: unknown) =>
      typeof weights === "object" &&
      weights !== null &&
      VARIANTS.every((one) => typeof (weights as Partial<Weights>)[one] === "number"),
  );
  return isSound ? { until: kept.until, weights: kept.weights } : null;
}
