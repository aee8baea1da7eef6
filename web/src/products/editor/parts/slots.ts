/** What a slot offers in the model's size. */
import type { IngredientRow, IngredientSlot } from "../../../api/wire";
import type { Model } from "../configurator";

/** The options of a slot, its default first where it is not among them. */
export function optionsOf(model: Model, slot: IngredientSlot): IngredientRow[] {
  const ids = [...model.slots].flatMap(([id, own]) => (own === slot ? [id] : []));
  return ids.flatMap((id) => model.rows.get(id) ?? []);
}
