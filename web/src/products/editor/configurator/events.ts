/** How a choice changes what is built. */
import type { IngredientSlot } from "../../../api/wire";
import { firstDoses, refusalToAdd, refusalToRemove } from "./bounds";
import { type Build, dosesOn, hasFields, toppingsOn } from "./build";
import { isTopping, type Model } from "./model";

export type BuildEvent =
  /** Chooses what is in a field of a slot. */
  | { type: "choose"; slotId: string; field: number; ingredientId: string | null }
  | { type: "add"; ingredientId: string }
  | { type: "remove"; ingredientId: string }
  | { type: "setQuantity"; quantity: number };

/** The most units of a line that the server reads. */
const MOST_UNITS = 99;

/** What comes of a choice. One that may not be made changes nothing. */
export function applied(model: Model, build: Build, event: BuildEvent): Build {
  switch (event.type) {
    case "choose":
      return chosen(model, build, event.slotId, event.field, event.ingredientId);
    case "add":
      return refusalToAdd(model, build, event.ingredientId) === null
        ? stepped(model, build, event.ingredientId, 1)
        : build;
    case "remove":
      return refusalToRemove(model, build, event.ingredientId) === null
        ? stepped(model, build, event.ingredientId, -1)
        : build;
    case "setQuantity":
      return { ...build, quantity: Math.min(MOST_UNITS, Math.max(1, Math.trunc(event.quantity))) };
  }
}

function chosen(model: Model, build: Build, slotId: string, field: number, id: string | null): Build {
  const fields = build.slots[slotId];
  const slot = model.product.ingredientSlots.find((one) => one.id === slotId);
  if (!slot || !fields || field < 0 || field >= fields.length) return build;
  if (id !== null && model.slots.get(id) !== slot) return build;
  if (isHeld(slot, fields[field] ?? null)) return build;
  const next = fields.map((kept, at) => (at === field ? id : kept));
  const changed = { ...build, slots: { ...build.slots, [slotId]: next } };
  return isWithinBounds(model, changed, id) ? changed : build;
}

/** A default that must stay gives way to nothing (PD-42). */
function isHeld({ default: kept }: IngredientSlot, id: string | null): boolean {
  return kept !== null && kept.id === id && kept.minQuantity >= 1;
}

/** A topping in a slot counts among the twenty, and no ingredient has more doses than it may. */
function isWithinBounds(model: Model, build: Build, id: string | null): boolean {
  const row = id === null ? undefined : model.rows.get(id);
  if (!row) return true;
  const { maxToppings } = model.product.ingredientMeta;
  const isFull = isTopping(row) && toppingsOn(model, build) > maxToppings;
  return dosesOn(model, build, row.id) <= row.maxQuantity && !isFull;
}

function stepped(model: Model, build: Build, id: string, step: 1 | -1): Build {
  const slot = model.slots.get(id);
  if (!slot) {
    const [on, first] = [build.doses[id] ?? 0, firstDoses(model, id)];
    const next = step === 1 ? Math.max(first, on + 1) : on <= first && !model.recipe.has(id) ? 0 : on - 1;
    return { ...build, doses: { ...build.doses, [id]: next } };
  }
  const fields = build.slots[slot.id] ?? [];
  const at = step === 1 ? fields.indexOf(null) : fields.lastIndexOf(id);
  const empty = hasFields(slot) ? [null] : [];
  const next =
    step === 1
      ? at < 0
        ? [...fields, id]
        : fields.with(at, id)
      : [...fields.slice(0, at), ...empty, ...fields.slice(at + 1)];
  return { ...build, slots: { ...build.slots, [slot.id]: next } };
}
