/** What a product is when its editor opens: its recipe, a line of the cart, or what somebody shared. */
import { type Build, buildOf, buildOfItem, type Model, recipeBuild, withChoicesFor } from "./configurator";
import type { EditorMode } from "./useAdding";

/** Begins to build. A shared link adds to the recipe (PD-34). */
export function startOf(model: Model, mode: EditorMode, tag: string | null): Build {
  const { shared } = model.product;
  if (mode.kind === "add" && shared && shared.sizeId === model.product.sizeId)
    return buildOf(model, shared.ingredients);
  return bareOf(model, mode, tag);
}

/** What opens where no link says what is on it: the line, or the recipe, chosen as the menu's filter wants it (MN-16). */
export function bareOf(model: Model, mode: EditorMode, tag: string | null): Build {
  if (mode.kind === "edit") return buildOfItem(model, mode.item);
  return withChoicesFor(model, recipeBuild(model), tag);
}
