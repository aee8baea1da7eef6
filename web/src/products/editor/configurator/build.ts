/** What a person has chosen of a product so far, slot by slot and dose by dose. */
import type { IngredientSlot } from "../../../api/wire";
import { isTopping, type Model } from "./model";

/** A product as it is built right now. */
export interface Build {
  /** What is in each slot, field by field; `null` is a field left empty. */
  slots: Readonly<Record<string, readonly (string | null)[]>>;
  /** Doses of what is outside slots, by ingredient. */
  doses: Readonly<Record<string, number>>;
  /** Units. */
  quantity: number;
}

/** Doses of one ingredient, as they are sent and shared. */
export interface Doses {
  ingredientId: string;
  quantity: number;
}

/** The product as its recipe has it. */
export function recipeBuild(model: Model): Build {
  return buildOf(
    model,
    [...model.recipe].map(([ingredientId, quantity]) => ({ ingredientId, quantity })),
  );
}

/** A product with these doses on it; what the model does not know is left out. */
export function buildOf(model: Model, on: readonly Doses[], quantity = 1): Build {
  const known = on.filter((doses) => doses.quantity > 0 && model.rows.has(doses.ingredientId));
  const slots = model.product.ingredientSlots.map((slot): [string, readonly (string | null)[]] => {
    const own = known.filter(({ ingredientId }) => model.slots.get(ingredientId) === slot);
    return [slot.id, fieldsOf(slot, own.flatMap(expanded))];
  });
  const outside = known.filter(({ ingredientId }) => !model.slots.has(ingredientId));
  const doses: Record<string, number> = {};
  for (const { ingredientId, quantity: more } of outside)
    doses[ingredientId] = (doses[ingredientId] ?? 0) + more;
  return { slots: Object.fromEntries(slots), doses, quantity };
}

function expanded({ ingredientId, quantity }: Doses): string[] {
  return Array.from({ length: quantity }, () => ingredientId);
}

/** Lays doses into the fields of a slot. A choice takes the default's place where there is room for one alone. */
function fieldsOf(slot: IngredientSlot, ids: readonly string[]): (string | null)[] {
  const spare = Math.max(0, ids.length - slot.max);
  const others = ids.filter((id) => id !== slot.default?.id);
  const defaults = ids.filter((id) => id === slot.default?.id);
  const kept = [...defaults.slice(spare), ...others].slice(0, Math.max(slot.max, defaults.length));
  const room = hasFields(slot) ? Math.max(0, slot.max - kept.length) : 0;
  return [...kept, ...Array.from({ length: room }, () => null)];
}

/** Whether a slot is chosen in fields, one a dose; the others have steppers. */
export function hasFields({ display }: IngredientSlot): boolean {
  return display === "base" || display === "select";
}

/** All that is on it, each ingredient once: slots first, in the product's order. */
export function dosesOf(model: Model, build: Build): Doses[] {
  const on = new Map<string, number>();
  const put = (id: string, quantity: number) => on.set(id, (on.get(id) ?? 0) + quantity);
  for (const slot of model.product.ingredientSlots) {
    for (const id of build.slots[slot.id] ?? []) if (id !== null) put(id, 1);
  }
  for (const [id, quantity] of Object.entries(build.doses)) if (quantity > 0) put(id, quantity);
  return [...on].map(([ingredientId, quantity]) => ({ ingredientId, quantity }));
}

/** Doses of one ingredient on it. */
export function dosesOn(model: Model, build: Build, id: string): number {
  const slot = model.slots.get(id);
  if (!slot) return build.doses[id] ?? 0;
  return (build.slots[slot.id] ?? []).filter((chosenId) => chosenId === id).length;
}

/** Doses of toppings on it, in slots and outside. */
export function toppingsOn(model: Model, build: Build): number {
  return dosesOf(model, build)
    .filter(({ ingredientId }) => isToppingOf(model, ingredientId))
    .reduce((count, { quantity }) => count + quantity, 0);
}

function isToppingOf(model: Model, id: string): boolean {
  const row = model.rows.get(id);
  return row !== undefined && isTopping(row);
}
