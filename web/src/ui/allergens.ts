import { ALLERGENS } from "./texts";

/** Allergens by their ids, as one says them, in the order of the law. */
export function allergensInWords(ids: readonly string[]): string {
  const known = Object.keys(ALLERGENS).filter((id) => ids.includes(id));
  const strange = ids.filter((id) => !(id in ALLERGENS));
  return [...known.map((id) => ALLERGENS[id]), ...strange].join(", ");
}
