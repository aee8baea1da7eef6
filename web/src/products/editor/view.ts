/** What the editor shows of a model: which ingredient stands in which section. */
import type { IngredientRow, IngredientSlot } from "../../api/wire";
import { foldedForSearch } from "../../lib/search";
import { isBase, isSpice, type Model } from "./configurator";
import type { ProductStory } from "./facts/story";

/** Slots under one heading. */
export interface SlotSection {
  header: string;
  slots: IngredientSlot[];
}

/** Slots that are chosen in fields, by heading, in the product's order (PD-02, PD-17). */
export function fieldSections({ product }: Model): SlotSection[] {
  return sectionsOf(
    product.ingredientSlots.filter(({ display }) => display === "base" || display === "select"),
  );
}

/** Slots of the finishing section, chosen with steppers (PD-05). */
export function upsellSections({ product }: Model): SlotSection[] {
  return sectionsOf(
    product.ingredientSlots.filter(
      ({ display }) => display === "select-upsell" || display === "ingredient-extra",
    ),
  );
}

function sectionsOf(slots: readonly IngredientSlot[]): SlotSection[] {
  const sections: SlotSection[] = [];
  for (const slot of slots) {
    const known = sections.find(({ header }) => header === slot.header);
    if (known) known.slots.push(slot);
    else sections.push({ header: slot.header, slots: [slot] });
  }
  return sections;
}

/** What the recipe has outside slots, but for its dough, sauce and cheese. */
export function recipeRows({ product, slots, rows }: Model): IngredientRow[] {
  return product.ingredients
    .filter((row) => row.quantity > 0 && !slots.has(row.id) && !isBase(row))
    .map((row) => rows.get(row.id) ?? row);
}

/** Ingredients that can be added, of one group. */
export interface IngredientGroup {
  /** A subcategory (PD-56), or `sauces`. */
  id: string;
  rows: IngredientRow[];
}

const GROUP_ORDER = ["1", "4", "3", "2", "sauces", "5", "other"];
const ADDABLE = new Set(["toppings", "sauces", "spices"]);

/** Everything that can be added to the product, in groups (PD-04, PD-56). */
export function addableGroups(model: Model): IngredientGroup[] {
  const { product, slots } = model;
  if (!product.editable) return [];
  const addable = [...model.rows.values()].filter(
    (row) =>
      ADDABLE.has(row.categoryId) &&
      !slots.has(row.id) &&
      !row.isRecipeOnlyIngredient &&
      (!product.restrictedModification || isSpice(row)),
  );
  const sorted = addable.toSorted(inOrder);
  const groups = GROUP_ORDER.map((id) => ({ id, rows: sorted.filter((row) => groupOf(row) === id) }));
  return groups.filter(({ rows }) => rows.length > 0);
}

function inOrder(left: IngredientRow, right: IngredientRow): number {
  return left.displayOrder - right.displayOrder || left.name.localeCompare(right.name, "fi");
}

function groupOf({ categoryId, subcategoryId }: IngredientRow): string {
  if (categoryId === "sauces") return "sauces";
  return subcategoryId !== null && GROUP_ORDER.includes(subcategoryId) ? subcategoryId : "other";
}

/** What somebody may mean: first those whose name has the text, then those of which a word is said that begins with it. */
export function findRows(rows: readonly IngredientRow[], text: string): IngredientRow[] {
  const wanted = foldedForSearch(text);
  const named = rows.filter(({ name }) => foldedForSearch(name).includes(wanted));
  const told = rows.filter((row) => !named.includes(row) && isSaidOf(row, wanted));
  return [...named, ...told];
}

function isSaidOf({ summaryDescription, description }: IngredientRow, wanted: string): boolean {
  const words = foldedForSearch(`${summaryDescription ?? ""} ${description ?? ""}`).split(/[^\p{L}\d-]+/u);
  return words.some((word) => word.startsWith(wanted));
}

/** What the editors would add, under their own titles: what can be added, and is not offered in a slot (PD-18). */
export function upsoldRows(model: Model, { upsells }: ProductStory): { title: string; row: IngredientRow }[] {
  const addable = addableGroups(model).flatMap(({ rows }) => rows);
  return upsells.flatMap(({ ingredientId, title }) => {
    const row = addable.find(({ id, isOutOfStock }) => id === ingredientId && !isOutOfStock);
    return row && title !== "" ? [{ title, row }] : [];
  });
}

/** What the chef suggests for this size (PD-14). */
export function suggestedRows({ product, rows }: Model): IngredientRow[] {
  return product.recommendedIngredients.flatMap(({ ingredientId, productSizeId }) => {
    const row = productSizeId === product.sizeId ? rows.get(ingredientId) : undefined;
    return row && !row.isOutOfStock ? [row] : [];
  });
}
