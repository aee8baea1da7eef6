import type { ListedIngredient } from "../../api/wire";
import { CATEGORIES } from "./texts";

/** The ingredients of a category, by name. */
export interface IngredientGroup {
  id: string;
  name: string;
  ingredients: readonly ListedIngredient[];
}

/** Puts what may be listed into its categories (MN-40); empty ones are left out. */
export function groupsOf(ingredients: readonly ListedIngredient[]): IngredientGroup[] {
  return CATEGORIES.map(([id, name]) => ({
    id,
    name,
    ingredients: ingredients
      .filter(({ categoryId, isListedOnIngredientPage }) => isListedOnIngredientPage && categoryId === id)
      .toSorted((left, right) => left.name.localeCompare(right.name, "fi")),
  })).filter((group) => group.ingredients.length > 0);
}
