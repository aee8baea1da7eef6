/** What is being chosen of a combo, kept with its tab. */
import { type Drafts, draftsIn, isRecord } from "../../lib/drafts";
import type { ShownDose } from "../../shop/cart/order";
import type { ComboChoice, ComboChoices } from "./choices";

/** The drafts of this tab, by the combo's slug. */
export const DRAFTS: Drafts<ComboChoices> = draftsIn("ovelle.combo.1", readChoices);

/** What no longer stands in a slot's options is passed over where it is shown. */
function readChoices(value: unknown): ComboChoices | null {
  if (!isRecord(value)) return null;
  const choices = Object.entries(value).flatMap(([slotId, choice]) =>
    isChoice(choice) ? [[slotId, choice] as const] : [],
  );
  return Object.fromEntries(choices);
}

function isChoice(value: unknown): value is ComboChoice {
  if (!isRecord(value) || typeof value["productId"] !== "string") return false;
  const { ingredients } = value;
  return ingredients === null || (Array.isArray(ingredients) && ingredients.every(isDose));
}

function isDose(value: unknown): value is ShownDose {
  return (
    isRecord(value) &&
    ["ingredientId", "name", "categoryId"].every((name) => typeof value[name] === "string") &&
    ["quantity", "recipeQuantity"].every((name) => Number.isInteger(value[name]))
  );
}
