import type { Portion } from "../../art/food/recipe";

/** What a description says is on a product: the menu of a shop names recipes by number alone. */
export function portionsIn(description: string): Portion[] {
  return description
    .split(/[,.]|\sja\s/u)
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => ({ name, quantity: 1 }));
}
