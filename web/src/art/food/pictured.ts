import { seedOf } from "./chance";
import type { Portion } from "./recipe";

/** What is known of a product to draw it. */
export interface Pictured {
  name: string;
  productId: string | null;
  categoryName?: string | null;
  ingredients: readonly Portion[];
}

/** Whether the product is drawn as a pizza. A product of no category that has ingredients is one. */
export function isPizza({ categoryName, ingredients }: Pictured): boolean {
  if (categoryName === null || categoryName === undefined) return ingredients.length > 0;
  return ["pizza", "monster", "minimonster", "hapanjuuri", "etu-pizza"].includes(categoryName);
}

/** The seed of a product's looks. */
export function seedOfProduct({ productId, name }: Pictured): number {
  return seedOf(productId ?? name);
}
