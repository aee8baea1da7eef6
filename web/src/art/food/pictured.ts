import { seedOf } from "./chance";
import type { Portion } from "./recipe";

/** What is known of a product to draw it. */
export interface Pictured {
  name: string;
  productId: string | null;
  productCategoryId: string | null;
  /** As whoever took the order calls its category: an id of ours, or a word for people. */
  categoryName?: string | null;
  ingredients: readonly Portion[];
}

/** The categories that are drawn as pizzas, and the others that we can draw. */
const PIZZAS = "pizza monster minimonster hapanjuuri etu-pizza".split(" ");
const OTHERS = "kotzone lankku rulla dipattavat dip drink alcohol icecream snacks".split(" ");

/**
 * The category of a product, where it is one of ours: the id decides. An order that was taken elsewhere may have an id of
 * that shop's, and ours as the category's name.
 */
export function categoryOf({
  productCategoryId,
  categoryName,
}: Pick<Pictured, "productCategoryId" | "categoryName">): string | null {
  return [productCategoryId, categoryName].find((id) => id && [...PIZZAS, ...OTHERS].includes(id)) ?? null;
}

/** Whether a category's products are pizzas, as large and as round. */
export function isPizzaCategory(id: string): boolean {
  return PIZZAS.includes(id);
}

/** Whether the product is drawn as a pizza. A product of no category of ours that has ingredients is one. */
export function isPizza(product: Pictured): boolean {
  const category = categoryOf(product);
  return category === null ? product.ingredients.length > 0 : isPizzaCategory(category);
}

/** The seed of a product's looks. */
export function seedOfProduct({ productId, name }: Pictured): number {
  return seedOf(productId ?? name);
}
