import type { Recipe } from "./recipe";

/** The house's own pizzas, by their names: the build draws each once, so that pages need no brush for them. */
export const HOUSE_PIZZAS = {
  margherita: {
    recipe: { sauce: "tomato", cheese: "dairy", toppings: { mozzarella: 1, cherryTomato: 1, basil: 1 } },
    seed: 12,
  },
  reindeer: {
    recipe: {
      sauce: "cream",
      cheese: "dairy",
      toppings: { reindeer: 1, redOnion: 1, lingonberry: 1, rocket: 1 },
    },
    seed: 23,
  },
  garden: {
    recipe: {
      sauce: "tomato",
      cheese: "dairy",
      toppings: { mushroom: 1, pepper: 1, olive: 1, redOnion: 1, rocket: 1 },
    },
    seed: 31,
  },
  pepperoni: {
    recipe: { sauce: "tomato", cheese: "dairy", toppings: { pepperoni: 1, jalapeno: 1 } },
    seed: 9,
  },
} as const satisfies Record<string, { recipe: Recipe; seed: number }>;

/** A pizza of the house. */
export type HousePizzaName = keyof typeof HOUSE_PIZZAS;
