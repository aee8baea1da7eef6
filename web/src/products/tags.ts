/** What a product is by its tags, and what it can be made by choosing. */
import type { MenuProduct } from "../api/wire";

type Tagged = Pick<MenuProduct, "tags" | "tagsByChoice">;

/** Whether two names mean the same tag, in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a product has a tag, as it is or once something is chosen. */
export function canHaveTag(product: Tagged, tag: string): boolean {
  return product.tags.some(({ name }) => isSame(name, tag)) || choicesFor(product, tag) !== null;
}

/** What is to be chosen in a product's slots for a tag to be true of it; `null` where no choice makes it so. */
export function choicesFor({ tagsByChoice }: Pick<Tagged, "tagsByChoice">, tag: string): string[] | null {
  return Object.entries(tagsByChoice).find(([name]) => isSame(name, tag))?.[1] ?? null;
}

/** The tags that a choice alone makes true. */
export function tagsToChoose({ tags, tagsByChoice }: Tagged): string[] {
  return Object.keys(tagsByChoice).filter((tag) => !tags.some(({ name }) => isSame(name, tag)));
}
