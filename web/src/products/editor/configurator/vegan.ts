/** What the menu's vegan filter does to a product (MN-16). */
import type { Build } from "./build";
import { isSpice, type Model } from "./model";
import type { IngredientRow } from "../../../api/wire";

/** The tag that filters the menu so. */
export const VEGAN_TAG = "Vegan";
/** The vegan cheese of the chain (seed 2 §9). */
const VEGAN_CHEESE = "2835";

/** A product of one's own begins with vegan cheese, where its slot for cheese offers it. */
export function withVeganCheese(model: Model, build: Build): Build {
  const slot = model.slots.get(VEGAN_CHEESE);
  if (!model.product.custom || slot?.categoryId !== "cheese") return build;
  const fields = (build.slots[slot.id] ?? []).map((id) => (id === null ? null : VEGAN_CHEESE));
  return { ...build, slots: { ...build.slots, [slot.id]: fields } };
}

/** Upsells are spices alone. */
export function isVeganUpsell(row: IngredientRow): boolean {
  return isSpice(row);
}
