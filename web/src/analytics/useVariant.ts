import { useEffect } from "react";
import type { ExperimentKey, Variant } from "./experimentNames";
import { track } from "./track";
import { saw, unknownExperiments, useVariants } from "./variants";

/** What was told of this visit. */
const told = new Set<string>();

/** The variant of an experiment that is shown here; seeing it is told once. It changes what is shown, and no price. */
export function useVariant(key: ExperimentKey): Variant {
  const { drawn, forced } = useVariants();
  const [lot, force] = [drawn?.[key], forced[key]];
  const isUnknown = drawn !== null && lot === undefined;
  useEffect(() => {
    if (isUnknown) unknownExperiments.tell(key);
  }, [key, isUnknown]);
  useEffect(() => {
    const variant = force ?? lot;
    if (variant === undefined) return;
    if (force === undefined) saw(key, variant);
    const name = `${key} ${variant}`;
    if (told.has(name)) return;
    told.add(name);
    track({ event: "experiment_view", key, variant, forced: force !== undefined });
  }, [key, lot, force]);
  return force ?? lot ?? "control";
}
