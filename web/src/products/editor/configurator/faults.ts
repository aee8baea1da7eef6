/** What keeps a product from being added, in the order in which it is shown (CA-65 to CA-70, PD-39, PD-40, PD-62). */
import { type Build, dosesOf, toppingsOn } from "./build";
import { isTopping, type Model } from "./model";

/** Something that is wrong with a product as it is built. */
export type Fault =
  /** A required slot is empty (CA-70). */
  | { kind: "slot"; slotId: string; label: string; message: string | null }
  /** There is no topping on it; a product of one's own says so in its own words (CA-68, PD-39). */
  | { kind: "no-topping"; isCustom: boolean }
  | { kind: "too-many-toppings"; most: number }
  /** Something on it ran out (ER-29). */
  | { kind: "out-of-stock"; ingredientId: string; name: string; slotId: string | null };

const NEEDS_TOPPING = new Set(["pizza", "monster", "minimonster", "lankku", "kotzone", "rulla"]);

/** All that is wrong; empty where the product can be added. */
export function faultsOf(model: Model, build: Build): Fault[] {
  return [...emptySlots(model, build), ...toppingFaults(model, build), ...ranOut(model, build)];
}

function emptySlots({ product }: Model, build: Build): Fault[] {
  const empty = product.ingredientSlots.filter(
    (slot) => slot.required && !(build.slots[slot.id] ?? []).some((id) => id !== null),
  );
  return empty.map(({ id, label, errorMessage }) => ({
    kind: "slot",
    slotId: id,
    label,
    message: errorMessage,
  }));
}

function toppingFaults(model: Model, build: Build): Fault[] {
  const count = toppingsOn(model, build);
  const most = model.product.ingredientMeta.maxToppings;
  if (count > most) return [{ kind: "too-many-toppings", most }];
  return count === 0 && needsTopping(model) ? [{ kind: "no-topping", isCustom: model.product.custom }] : [];
}

/** Whether there must be a topping on it: on one's own, and where the recipe has one. */
export function needsTopping({ product }: Model): boolean {
  const hasTopping = product.ingredients.some((row) => row.quantity > 0 && isTopping(row));
  return NEEDS_TOPPING.has(product.productCategoryId) && (product.custom || hasTopping);
}

function ranOut(model: Model, build: Build): Fault[] {
  return dosesOf(model, build).flatMap(({ ingredientId }): Fault[] => {
    const row = model.rows.get(ingredientId);
    if (!row?.isOutOfStock) return [];
    const slotId = model.slots.get(ingredientId)?.id ?? null;
    return [{ kind: "out-of-stock", ingredientId, name: row.name, slotId }];
  });
}

/** Whether nothing at all is on a product that must have something (CA-65, PD-26). */
export function isBare(model: Model, build: Build): boolean {
  return model.product.editable && dosesOf(model, build).length === 0;
}
