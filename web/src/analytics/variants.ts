/** Which variants this browser sees; whoever decides about them comes later. */
import { create } from "zustand";
import { buffered } from "../lib/buffered";
import { readText, thisTab } from "../lib/textStorage";
import {
  type ExperimentKey,
  EXPERIMENTS,
  forcedIn,
  forcedOf,
  type SomeVariants,
  type Variant,
} from "./experimentNames";

/** What an address forced is kept in this tab under this, with leave to count. */
export const FORCED = "ovelle.variants";

/** What decides about variants. */
interface VariantState {
  /** By lot; `null` until that is known, and without leave: then everybody is in the control group. */
  drawn: SomeVariants | null;
  /** By an address. */
  forced: SomeVariants;
}

/** The variants of this browser. */
export const useVariants = create<VariantState>()(() => ({
  drawn: null,
  forced: { ...forcedOf(readText(FORCED, thisTab)), ...forcedIn(window.location.search) },
}));

let seen: SomeVariants = {};

/** Remembers what is seen by lot, for who orders. */
export function saw(key: ExperimentKey, variant: Variant): void {
  seen = { ...seen, [key]: variant };
}

/** The variants that this visit has seen by lot. */
export function seenVariants(): SomeVariants {
  return useVariants.getState().drawn === null ? {} : seen;
}

/** Experiments that were asked for and are not configured (AN-14). */
export const unknownExperiments = buffered<ExperimentKey>(EXPERIMENTS.length);
