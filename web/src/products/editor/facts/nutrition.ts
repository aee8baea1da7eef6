/** What a product holds, reckoned from its ingredients by weight (PD-51, PD-52). */
import type { IngredientRow } from "../../../api/wire";
import { type Build, dosesOf, type Model } from "../configurator";

/** What 100 g or 100 ml hold. */
export interface Nutrition {
  energyKj: number;
  energy: number;
  totalFat: number;
  saturatedFat: number;
  carbohydrate: number;
  sugars: number;
  protein: number;
  salt: number;
}

const PER_ML = new Set(["dip", "drink", "alcohol", "icecream"]);
/** Kilojoules of a kilocalorie. */
const KILOJOULES = 4.184;

/** Whether it is measured by volume. */
export function isByVolume({ product }: Model): boolean {
  return PER_ML.has(product.productCategoryId);
}

/** What 100 g of it hold as it is built; `null` where an ingredient does not say. */
export function nutritionOf(model: Model, build: Build): Nutrition | null {
  const parts = weighed(model, build);
  const grams = parts.reduce((all, part) => all + part.grams, 0);
  if (grams === 0) return null;
  const each = (read: (facts: NonNullable<IngredientRow["nutrition"]>) => number) =>
    parts.reduce((all, { facts, grams: weight }) => all + (facts ? read(facts) : Number.NaN) * weight, 0) /
    grams;
  const energy = each((facts) => facts.energy);
  if (Number.isNaN(energy)) return null;
  return {
    energyKj: energy * KILOJOULES,
    energy,
    totalFat: each((facts) => facts.totalFat),
    saturatedFat: each((facts) => facts.saturatedFat),
    carbohydrate: each((facts) => facts.carbohydrate),
    sugars: each((facts) => facts.sugars),
    protein: each((facts) => facts.protein),
    salt: each((facts) => facts.salt),
  };
}

/** A single ingredient without a weight is all of it. */
function weighed(model: Model, build: Build) {
  const on = dosesOf(model, build);
  return on.map(({ ingredientId, quantity }) => {
    const row = model.rows.get(ingredientId);
    const grams = (row?.dosingInGrams ?? (on.length === 1 ? 100 : 0)) * quantity;
    return { facts: row?.nutrition ?? null, grams };
  });
}
