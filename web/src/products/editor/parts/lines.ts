/** What one row of an ingredient says, as plain props: a row is redrawn only when something of its own changes. */
import type { IngredientRow } from "../../../api/wire";
import {
  type Build,
  type BuildEvent,
  dosesOn,
  type Model,
  type RefusalToAdd,
  refusalToAdd,
  type RefusalToRemove,
  refusalToRemove,
} from "../configurator";

/** The props of a row. */
export interface Line {
  id: string;
  name: string;
  categoryId: string;
  doses: number;
  price: number | null;
  toAdd: RefusalToAdd | null;
  toRemove: RefusalToRemove | null;
}

/** Takes a person's choice. */
export type Send = (event: BuildEvent) => void;

/** The row of an ingredient; the price is of a further dose, and not said of what the recipe has anyway. */
export function lineOf(model: Model, build: Build, row: IngredientRow): Line {
  const doses = dosesOn(model, build, row.id);
  return {
    id: row.id,
    name: row.name,
    categoryId: row.categoryId,
    doses,
    price: doses < (model.recipe.get(row.id) ?? 0) || isOfRecipe(model, doses, row.id) ? null : row.price,
    toAdd: refusalToAdd(model, build, row.id),
    toRemove: refusalToRemove(model, build, row.id),
  };
}

function isOfRecipe({ recipe }: Model, doses: number, id: string): boolean {
  return recipe.has(id) && doses === recipe.get(id);
}
