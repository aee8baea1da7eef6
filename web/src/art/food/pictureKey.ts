import { seedOf } from "./chance.ts";

/** What a product's picture depends on. */
export interface PictureSource {
  productId: string;
  name: string;
  /** Its recipe, as the menu gives it. */
  ingredients: readonly { id: string; quantity: number }[];
}

/** Names the picture of a product: another recipe has another. */
export function pictureKey({ productId, name, ingredients }: PictureSource): string {
  const recipe = ingredients.map(({ id, quantity }) => `${id}:${quantity}`).join(" ");
  return `${productId}-${seedOf(`${name} ${recipe}`).toString(36)}`;
}
