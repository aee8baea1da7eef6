/** What the filter of the menu does to a product (MN-16). */
import type { Build } from "./build";
import { isSpice, type Model } from "./model";
import type { IngredientRow } from "../../../api/wire";
import { choicesFor } from "../../tags";

/** The tag that narrows what else is offered. */
const VEGAN_TAG = "Vegan";
/** The vegan cheese of the chain (PD-57). */
const VEGAN_CHEESE = "2835";

/** Whether a tag is the vegan one. */
export function isVeganTag(tag: string | null): boolean {
  return tag?.toLowerCase() === VEGAN_TAG.toLowerCase();
}

/** A product under a filter begins as the filter wants it, where choices can make it so. */
export function withChoicesFor(model: Model, build: Build, tag: string | null): Build {
  if (tag === null) return build;
  const ofOnesOwn = model.product.custom && isVeganTag(tag) ? [VEGAN_CHEESE] : [];
  const chosen = choicesFor(model.product, tag) ?? ofOnesOwn;
  const slots = { ...build.slots };
  for (const { id } of model.product.ingredientSlots) {
    const own = chosen.filter((one) => model.slots.get(one)?.id === id);
    const fields = slots[id] ?? [];
    // What is chosen takes the place of all that the slot held.
    if (own.length > 0)
      slots[id] = Array.from({ length: Math.max(fields.length, own.length) }, (_, at) => own[at] ?? null);
  }
  return { ...build, slots };
}

/** Upsells are spices alone. */
export function isVeganUpsell(row: IngredientRow): boolean {
  return isSpice(row);
}
