/** Why a dose may not be added or taken away (CA-60 to CA-64, PD-43, PD-44); the server checks the same. */
import type { IngredientRow } from "../../../api/wire";
import { type Build, dosesOn, toppingsOn } from "./build";
import { isBase, isSpice, isTopping, type Model } from "./model";

/** Why there can be no further dose. */
export type RefusalToAdd =
  /** The product is sold as it is. */
  | "not-editable"
  /** Dough, sauce and cheese are changed, not added. */
  | "base"
  /** It belongs to recipes alone. */
  | "recipe-only"
  /** The recipe takes nothing more but spices. */
  | "restricted"
  | "out-of-stock"
  /** There are as many toppings as there may be. */
  | "full"
  /** There is as much of it as there may be. */
  | "most"
  /** Its slot holds no more. */
  | "slot-full";

/** Why no dose can go. */
export type RefusalToRemove = "not-editable" | "none" | "least";

/** Why an ingredient can have no further dose; `null` where it can. */
export function refusalToAdd(model: Model, build: Build, id: string): RefusalToAdd | null {
  const row = model.rows.get(id);
  if (!row) return "recipe-only";
  const slot = model.slots.get(id);
  const on = dosesOn(model, build, id);
  const isBackToRecipe = on < (model.recipe.get(id) ?? 0);
  if (!slot) {
    if (!model.product.editable) return "not-editable";
    if (isBase(row) && !isBackToRecipe) return "base";
    if (row.isRecipeOnlyIngredient && !isBackToRecipe) return "recipe-only";
    if (model.product.restrictedModification && !isBackToRecipe && !isSpice(row)) return "restricted";
  }
  if (row.isOutOfStock) return "out-of-stock";
  if (on >= row.maxQuantity) return "most";
  if (slot && (build.slots[slot.id] ?? []).filter((chosen) => chosen !== null).length >= slot.max)
    return "slot-full";
  if (isTopping(row) && toppingsOn(model, build) >= model.product.ingredientMeta.maxToppings) return "full";
  return null;
}

/** Why an ingredient can lose no dose; `null` where it can. */
export function refusalToRemove(model: Model, build: Build, id: string): RefusalToRemove | null {
  const row = model.rows.get(id);
  const on = dosesOn(model, build, id);
  if (!row || on === 0) return "none";
  const slot = model.slots.get(id);
  if (!slot && !model.product.editable) return "not-editable";
  return on <= leastOf(model, row) ? "least" : null;
}

/** The fewest doses that must stay: of what the recipe has; what was added may always go. */
function leastOf(model: Model, { id, minQuantity }: IngredientRow): number {
  const slot = model.slots.get(id);
  if (slot) return slot.default?.id === id ? slot.default.minQuantity : 0;
  return model.recipe.has(id) ? minQuantity : 0;
}

/** The doses with which an ingredient begins: its least. */
export function firstDoses(model: Model, id: string): number {
  return Math.max(1, model.rows.get(id)?.minQuantity ?? 1);
}
