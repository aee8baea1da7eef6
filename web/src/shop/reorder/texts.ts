/** What is said of ordering again. */
import { DISPLAY, type ShopProblem } from "../errors/problem";
import { browsers } from "../texts";

/** RO-23: nothing of the favourite order is left. */
export const NO_FAVOURITE_AVAILABLE = browsers(
  "favourite/none-available",
  "Suosikkitilauksesi tuotteita ei ole enää. Vaihda tilaus asiakastilillä.",
  DISPLAY.modal,
);

/** The same of another past order. */
export const NOTHING_TO_REORDER = browsers(
  "reorder/none-available",
  "Tilauksen tuotteita ei ole juuri nyt saatavilla.",
  DISPLAY.banner,
);

/** RO-23. */
export const REORDER_INGREDIENTS_DROPPED = browsers(
  "favourite/ingredients-dropped",
  "Osa täytteistä poistettiin. Tarkista ostoskori.",
  DISPLAY.banner,
);

/** It could not be asked what there is. */
export const REORDER_UNREACHABLE = browsers(
  "reorder/unreachable",
  "Tuotteita ei saatu haettua. Kokeile hetken päästä uudelleen.",
  DISPLAY.banner,
);

/** RO-23: what of the order is not to be had, by name. */
export function someNotReordered(names: readonly string[]): ShopProblem {
  const text = "Osa tuotteista ei ole saatavilla, eikä niitä lisätty.";
  const problem = browsers("favourite/some-dropped", text, DISPLAY.banner);
  return { ...problem, metadata: { invalidOrderNames: names } };
}
