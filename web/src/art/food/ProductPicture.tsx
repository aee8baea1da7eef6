import { memo, type ReactNode } from "react";
import { Pizza } from "./Pizza";
import { categoryOf, isPizza, type Pictured, seedOfProduct } from "./pictured";
import { type Recipe, recipeOf } from "./recipe";
import { Kotzone, Lankku, Rulla } from "./sides/baked";
import { Carton } from "./sides/Carton";
import { Dip, IceCup } from "./sides/cups";
import { Drink } from "./sides/drinks";
import { Dippable, Snack } from "./sides/nibbles";

const SIDES: Record<string, (product: Pictured) => ReactNode> = {
  drink: (product) => <Drink name={product.name} seed={seedOfProduct(product)} />,
  alcohol: (product) => <Drink name={product.name} seed={seedOfProduct(product)} />,
  dip: ({ name }) => <Dip name={name} />,
  icecream: ({ name }) => <IceCup name={name} />,
  kotzone: (product) => <Kotzone recipe={bakedRecipe(product)} seed={seedOfProduct(product)} />,
  lankku: (product) => <Lankku recipe={bakedRecipe(product)} seed={seedOfProduct(product)} />,
  rulla: (product) => <Rulla recipe={bakedRecipe(product)} seed={seedOfProduct(product)} />,
  dipattavat: (product) => <Dippable name={product.name} seed={seedOfProduct(product)} />,
  snacks: (product) => <Snack name={product.name} seed={seedOfProduct(product)} />,
};

/** What lies in a kotzone or on a lankku; none of them is bare. */
function bakedRecipe({ ingredients }: Pictured): Recipe {
  return recipeOf(ingredients, { isPlain: false });
}

/** A product as a small picture; nothing to hear. */
export const ProductPicture = memo(function ProductPicture({
  product,
  size,
}: {
  product: Pictured;
  size: number;
}) {
  const side = SIDES[categoryOf(product) ?? ""] ?? (() => <Carton />);
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
