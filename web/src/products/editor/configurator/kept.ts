/** What was being built when the page went, as today's model has it. */
import { type Build, buildOf, type Doses } from "./build";
import type { Model } from "./model";

/** Builds it again; what the model does not have any more is left out. */
export function buildOfKept(model: Model, kept: Build): Build {
  const build = buildOf(model, keptDoses(kept), kept.quantity);
  // What a slot still holds stays in the fields where it was chosen.
  const slots = Object.entries(build.slots).map(([id, fields]): [string, readonly (string | null)[]] => {
    const before = kept.slots[id] ?? [];
    return [id, sorted(before) === sorted(fields) ? before : fields];
  });
  return { ...build, slots: Object.fromEntries(slots) };
}

/** What was on it, and is not to be had any more. */
export function goneFrom(model: Model, kept: Build): string[] {
  return keptDoses(kept).flatMap(({ ingredientId }) => (model.rows.has(ingredientId) ? [] : [ingredientId]));
}

function keptDoses({ slots, doses }: Build): Doses[] {
  const chosen = Object.values(slots).flatMap((fields) => fields.filter((id) => id !== null));
  return [
    ...chosen.map((ingredientId) => ({ ingredientId, quantity: 1 })),
    ...Object.entries(doses).flatMap(([ingredientId, quantity]) =>
      quantity > 0 ? [{ ingredientId, quantity }] : [],
    ),
  ];
}

function sorted(fields: readonly (string | null)[]): string {
  return fields
    .map((id) => id ?? "")
    .toSorted()
    .join();
}
