import { memo, useMemo } from "react";
import { Pizza } from "./Pizza";
import { isPizza, type Pictured, seedOfProduct } from "./pictured";
import { ProductPicture } from "./ProductPicture";
import { isPlainRecipe, recipeOf } from "./recipe";

interface BuiltPictureProps {
  product: Pictured;
  /** What it is made with as the menu has it. */
  standard: Parameters<typeof isPlainRecipe>[0];
}

/** A product with all that is on it right now; what is put on it lands. Nothing to hear. */
export const BuiltPicture = memo(function BuiltPicture({ product, standard }: BuiltPictureProps) {
  const isPlain = useMemo(() => isPlainRecipe(standard), [standard]);
  const recipe = useMemo(
    () => recipeOf(product.ingredients, { isComplete: true, isPlain }),
    [product, isPlain],
  );
  if (!isPizza(product)) return <ProductPicture product={product} size={320} />;
  return (
    <svg viewBox="-106 -106 214 218" aria-hidden="true">
      <Pizza recipe={recipe} seed={seedOfProduct(product)} lands />
    </svg>
  );
});
