import { CHEESE } from "./cheese";
import { FRUIT } from "./fruit";
import { GREENS } from "./greens";
import { MEAT, MEATLESS } from "./meat";
import { SEA } from "./sea";
import { VEGETABLES } from "./vegetables";

export type { Topping } from "./shapes";

/** Everything that can lie on our pizzas, by kind. */
export const TOPPINGS = { ...MEAT, ...MEATLESS, ...SEA, ...CHEESE, ...VEGETABLES, ...FRUIT, ...GREENS };

/** The name of a kind of topping. */
export type ToppingName = keyof typeof TOPPINGS;
