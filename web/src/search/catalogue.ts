/** What is searched: of the menu, its ingredients and the restaurants as the server answers them, what the search reads. */
import type { MenuProduct, ShopSummary } from "../api/wire";

/** A dish of the menu. */
export type SearchedDish = Pick<
  MenuProduct,
  "productId" | "name" | "description" | "custom" | "allergens" | "diets" | "tags"
> & { ingredients: readonly { id: string; quantity: number }[] };

/** A part of the menu under its heading; a dish may stand in several. */
export interface SearchedSection {
  id: string;
  title: string;
  /** Whether it is found itself: highlights are not, what they hold stands elsewhere too. */
  isFound: boolean;
  dishes: readonly SearchedDish[];
}

/** An ingredient; `isTopping`: it is found itself, not only in what it is on. */
export interface SearchedIngredient {
  id: string;
  name: string;
  allergens: readonly string[];
  diets: readonly string[];
  isTopping: boolean;
}

/** A restaurant. */
export type SearchedShop = Pick<ShopSummary, "shopId" | "displayName" | "streetAddress" | "zip" | "city">;

/** All that is searched. What has not come yet is empty. */
export interface Catalogue {
  sections: readonly SearchedSection[];
  ingredients: readonly SearchedIngredient[];
  shops: readonly SearchedShop[];
}

/** The dishes of a catalogue, each once, in the menu's order. */
export function dishesOf({ sections }: Pick<Catalogue, "sections">): SearchedDish[] {
  const dishes = sections.flatMap((section) => section.dishes);
  return [...new Map(dishes.map((dish) => [dish.productId, dish])).values()];
}
