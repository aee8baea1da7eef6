import { renderToStaticMarkup } from "react-dom/server";
import { Pizza } from "../src/art/food/Pizza.tsx";
import { ProductPicture } from "../src/art/food/ProductPicture.tsx";
import type { Pictured } from "../src/art/food/pictured.ts";
import type { Recipe } from "../src/art/food/recipe.ts";

const SIZE = 480;

/** A product's picture as the text of an SVG file. */
export function pictureFile(product: Pictured): string {
  const markup = renderToStaticMarkup(<ProductPicture product={product} size={SIZE} />);
  return markup.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"').replace(' aria-hidden="true"', "");
}

/** A pizza as the text of an SVG file, of which pages use the part `pizza`. */
export function pizzaFile({ recipe, seed }: { recipe: Recipe; seed: number }): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-106 -106 214 218">
      <g id="pizza">
        <Pizza recipe={recipe} seed={seed} />
      </g>
    </svg>,
  );
}
