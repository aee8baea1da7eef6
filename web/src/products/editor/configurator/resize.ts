/** A product in another size (PD-21, CA-55). */
import { type Build, buildOf, dosesOf } from "./build";
import type { Model } from "./model";

/** What came of another size. */
export interface Resized {
  build: Build;
  /** Names of what the other size does not have. */
  dropped: string[];
}

/** Takes what is on a product into the model of another of its sizes. */
export function resized(from: Model, to: Model, build: Build): Resized {
  const on = dosesOf(from, build);
  const next = buildOf(to, on, build.quantity);
  const left = new Map(dosesOf(to, next).map(({ ingredientId, quantity }) => [ingredientId, quantity]));
  const dropped = on.filter(({ ingredientId, quantity }) => (left.get(ingredientId) ?? 0) < quantity);
  return {
    build: next,
    dropped: dropped.map(({ ingredientId }) => from.rows.get(ingredientId)?.name ?? ingredientId),
  };
}
