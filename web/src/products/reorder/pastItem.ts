/** A past item as it is shown. */
import type { PastItem } from "../../api/wire";
import type { Pictured } from "../../art/food/pictured";

/** An item as it is drawn. */
export function asPictured({ name, productId, productCategoryId, ingredients }: PastItem): Pictured {
  const portions = ingredients.map(({ ingredientID, name: called, quantity }) => ({
    id: ingredientID,
    name: called,
    quantity,
  }));
  return { name, productId, productCategoryId, ingredients: portions };
}

/** What is other on it than its recipe says: `+ Pekoni × 2`, `− Ananas`. */
export function changesOf({ ingredients }: PastItem): string[] {
  return ingredients
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .flatMap(({ name, quantity, recipeQuantity }) => {
      const more = quantity - recipeQuantity;
      if (more === 0) return [];
      const doses = Math.abs(more) > 1 ? ` × ${Math.abs(more)}` : "";
      return [`${more > 0 ? "+" : "−"}\u00a0${name}${doses}`];
    });
}
