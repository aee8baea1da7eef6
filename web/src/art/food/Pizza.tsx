import { memo, useState } from "react";
import { CheeseLayer, DoughLayer, SauceLayer } from "./base";
import { Drizzle, Specks } from "./finish";
import { kindsInOrder } from "./layout";
import type { Recipe } from "./recipe";
import { ToppingLayer } from "./ToppingLayer";

interface PizzaProps {
  recipe: Recipe;
  /** From the product: the same product always looks the same. */
  seed: number;
  /** Raw dough: the same pizza in pale tones, its cheese not yet melted. */
  raw?: boolean;
  /** Whether it lies on something and throws a shadow. */
  shadow?: boolean;
  /** Whether what is added while one looks falls into place. */
  lands?: boolean;
}

/**
 * A pizza of radius 100 around 0, 0, for use inside an `svg`: dough, sauce, cheese, a layer for each topping, then what
 * is poured and strewn. Each layer depends on its own ingredient, amount and the seed alone, and is drawn anew alone.
 */
export const Pizza = memo(function Pizza({
  recipe,
  seed,
  raw = false,
  shadow = true,
  lands = false,
}: PizzaProps) {
  // What lies there from the start does not fall.
  const [first] = useState(recipe);
  const { dough = "thin", sauce, cheese, drizzles = [], specks = [] } = recipe;
  return (
    <g>
      {shadow && <ellipse cx="4" cy="9" rx="101" ry="99" fill="#14192B" opacity="0.16" />}
      <DoughLayer dough={dough} seed={seed} raw={raw} />
      {sauce && <SauceLayer sauce={sauce} seed={seed} />}
      {cheese && <CheeseLayer cheese={cheese} sauce={sauce} seed={seed} raw={raw} />}
      {kindsInOrder(recipe).map(([kind, portions]) => (
        <ToppingLayer
          key={kind}
          kind={kind}
          portions={portions}
          seed={seed}
          lands={lands && recipe !== first}
        />
      ))}
      {drizzles.map((colour) => (
        <Drizzle key={colour} colour={colour} seed={seed} />
      ))}
      {specks.map((colour) => (
        <Specks key={colour} colour={colour} seed={seed} />
      ))}
    </g>
  );
});
