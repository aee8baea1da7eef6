/** How a product differs from its recipe: for the chips, for closing, for the shared link. */
import { type Build, dosesOf } from "./build";
import { isBase, type Model } from "./model";

/** An ingredient with more or fewer doses than the recipe has. */
export interface Change {
  ingredientId: string;
  name: string;
  /** Doses more, or fewer where it is negative. */
  doses: number;
}

/** What was added to the recipe and left out of it: slots first, then as it was chosen. */
export function changesOf(model: Model, build: Build): Change[] {
  const on = dosesOf(model, build);
  const gone = [...model.recipe.keys()].filter((id) => on.every(({ ingredientId }) => ingredientId !== id));
  const all = [...on, ...gone.map((ingredientId) => ({ ingredientId, quantity: 0 }))];
  return all.flatMap(({ ingredientId, quantity }) => {
    const doses = quantity - (model.recipe.get(ingredientId) ?? 0);
    const name = model.rows.get(ingredientId)?.name;
    return doses === 0 || name === undefined ? [] : [{ ingredientId, name, doses }];
  });
}

/** Whether two builds have the same on them, however they came by it. */
export function isSame(model: Model, left: Build, right: Build): boolean {
  const key = (build: Build) =>
    dosesOf(model, build)
      .map(({ ingredientId, quantity }) => `${ingredientId}:${quantity}`)
      .toSorted()
      .join();
  return key(left) === key(right);
}

/** The doses beyond the recipe as a link carries them, one id a dose; `null` where there is none to share (PD-33, PD-34). */
export function sharedDoses(model: Model, build: Build): string | null {
  const added = changesOf(model, build).filter(({ doses }) => doses > 0);
  const ids = added.flatMap(({ ingredientId, doses }) => Array.from({ length: doses }, () => ingredientId));
  return ids.length === 0 ? null : ids.join(";");
}

const CONVERTIBLE = new Set(["pizza", "kotzone", "monster", "minimonster", "lankku"]);

/** Whether the product of one's own is worth a hint: a standard product lost something of its recipe (PD-30). */
export function isCheaperAsCustom(model: Model, build: Build): boolean {
  const { custom, editable, productCategoryId } = model.product;
  if (custom || !editable || !CONVERTIBLE.has(productCategoryId)) return false;
  return changesOf(model, build).some(({ doses, ingredientId }) => {
    const row = model.rows.get(ingredientId);
    return doses < 0 && row !== undefined && !(isBase(row) && isReplaced(model, build, ingredientId));
  });
}

/** A base that gave way to another is changed, not removed. */
function isReplaced(model: Model, build: Build, id: string): boolean {
  const slot = model.slots.get(id);
  return slot !== undefined && (build.slots[slot.id] ?? []).some((chosen) => chosen !== null);
}

/** What is in a product as it is now: the allergens of its ingredients, and what the product has of its own. */
export function allergensOf(model: Model, build: Build): string[] {
  const on = dosesOf(model, build).flatMap(
    ({ ingredientId }) => model.rows.get(ingredientId)?.allergens ?? [],
  );
  return [...new Set([...model.product.ownAllergens, ...on])].toSorted();
}
