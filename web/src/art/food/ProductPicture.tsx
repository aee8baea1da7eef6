import { memo, type ReactNode } from "react";
import { seedOf } from "./chance";
import { Pizza } from "./Pizza";
import { type Portion, recipeOf } from "./recipe";
import { Can, Carton, Dip, Folded, IceCup, Snack } from "./sides";

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
  return ["pizza", "monster", "minimonster", "hapanjuuri"].includes(categoryName);
}

/** The seed of a product's looks. */
export function seedOfProduct({ productId, name }: Pictured): number {
  return seedOf(productId ?? name);
}

const SIDES: Record<string, (product: Pictured) => ReactNode> = {
  drink: (product) => <Can colour={CAN_COLOURS[seedOfProduct(product) % CAN_COLOURS.length] ?? "#D9402A"} />,
  alcohol: () => <Can colour="#2B3A67" />,
  dip: () => <Dip />,
  icecream: () => <IceCup />,
  kotzone: () => <Folded />,
  lankku: () => <Folded />,
  rulla: () => <Folded />,
  dipattavat: () => <Snack />,
  snacks: () => <Snack />,
};
const CAN_COLOURS = ["#D9402A", "#3B5290", "#26704A"];

/** A product as a small picture; nothing to hear. */
export const ProductPicture = memo(function ProductPicture({
  product,
  size,
}: {
  product: Pictured;
  size: number;
}) {
  const side = SIDES[product.categoryName ?? ""] ?? (() => <Carton />);
  return (
    <svg viewBox="-106 -106 214 218" width={size} height={size} aria-hidden="true">
      {isPizza(product) ? (
        <Pizza recipe={recipeOf(product.ingredients)} seed={seedOfProduct(product)} />
      ) : (
        side(product)
      )}
    </svg>
  );
});
