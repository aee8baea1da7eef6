/** When two items are the same thing to eat (CA-32). */
import type { PricedLine } from "../../api/wire";
import type { Dose } from "./order";

/** What is on an item; `null` means the recipe as it is. */
interface Dosed {
  ingredients: readonly Dose[] | null;
}

/** Whether what is added has the same on it as what is in the cart, of which the server's line knows the recipe. */
export function haveSameDoses(inCart: Dosed, added: Dosed, line: PricedLine | undefined): boolean {
  if (inCart.ingredients === null && added.ingredients === null) return true;
  const known = inCart.ingredients ?? line?.ingredients;
  if (!known || !added.ingredients) return false;
  return isSame(activeDoses(known), activeDoses(added.ingredients));
}

/** Doses by ingredient, without those of which there are none; one that stands twice adds up. */
export function activeDoses(
  doses: readonly Pick<Dose, "ingredientId" | "quantity">[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { ingredientId, quantity } of doses) {
    if (quantity > 0) sums.set(ingredientId, (sums.get(ingredientId) ?? 0) + quantity);
  }
  return sums;
}

/** Whether two counts are equal. */
export function isSame(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([id, quantity]) => b.get(id) === quantity);
}
