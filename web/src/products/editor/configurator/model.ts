/** What a product can be made of, in one of its sizes: the plain values that the configurator's rules read. */
import type { IngredientRow, IngredientSlot, ProductView } from "../../../api/wire";

/** A product in a size, with all that its kitchen has for that size. */
export interface Model {
  product: ProductView;
  /** Every ingredient by its id, bounded as the recipe says, else as the kitchen does. */
  rows: ReadonlyMap<string, IngredientRow>;
  /** The slot that offers an ingredient. An ingredient is in one at most. */
  slots: ReadonlyMap<string, IngredientSlot>;
  /** Doses of the recipe. */
  recipe: ReadonlyMap<string, number>;
}

/** Brings a product together with what its kitchen has; `out` is what ran out since both were read. */
export function modelOf(
  product: ProductView,
  kitchen: readonly IngredientRow[],
  out: ReadonlySet<string> = new Set(),
): Model {
  const options = product.ingredientSlots.flatMap((slot) => slot.options);
  const known = [...kitchen, ...options, ...product.ingredients].map((row) =>
    out.has(row.id) ? { ...row, isOutOfStock: true } : row,
  );
  return {
    product,
    rows: new Map(known.map((row) => [row.id, row])),
    slots: new Map(
      product.ingredientSlots.flatMap((slot) =>
        membersOf(slot).map((id): [string, IngredientSlot] => [id, slot]),
      ),
    ),
    recipe: new Map(
      product.ingredients.flatMap(({ id, quantity }): [string, number][] =>
        quantity > 0 ? [[id, quantity]] : [],
      ),
    ),
  };
}

/** The default of a slot may stand beside its options. */
function membersOf(slot: IngredientSlot): string[] {
  const ids = slot.options.map(({ id }) => id);
  return slot.default && !ids.includes(slot.default.id) ? [slot.default.id, ...ids] : ids;
}

const BASE = new Set(["dough", "baseSauce", "cheese"]);

/** Whether it is changed in a slot, and never added (CA-56). */
export function isBase({ categoryId }: IngredientRow): boolean {
  return BASE.has(categoryId);
}

/** Whether its doses count among the twenty (CA-61). */
export function isTopping({ categoryId }: IngredientRow): boolean {
  return categoryId === "toppings";
}

/** Spices may be added where nothing else may (CA-63). */
export function isSpice({ categoryId, subcategoryId }: IngredientRow): boolean {
  return categoryId === "spices" || subcategoryId === "5";
}
