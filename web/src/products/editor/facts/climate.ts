/** What a product costs the climate, and how that compares (PD-53 to PD-55). */
import { type Build, dosesOf, type Model } from "../configurator";
import type { CarbonValues } from "./story";

/** Kilograms of carbon dioxide. */
export interface Climate {
  kilograms: number;
  /** Of the kilograms, what the ingredients cost; the rest is of the kitchen, the box and the way. */
  food: number;
  average: number;
  /** Where the bar of the product ends, from 0 to 1; the average is its middle. */
  share: number;
}

const WITHOUT = new Set(["icecream", "snacks", "drink", "alcohol"]);

/** Whether a product has the calculator (PD-54). */
export function hasClimate({ product }: Model): boolean {
  return !WITHOUT.has(product.productCategoryId);
}

/** Of the product as it is built; `null` where an ingredient does not say, or there is nothing to compare with (PD-55). */
export function climateOf(model: Model, build: Build, values: CarbonValues | undefined): Climate | null {
  if (!values || values.average <= 0) return null;
  const parts = dosesOf(model, build).map(({ ingredientId, quantity }) => {
    const row = model.rows.get(ingredientId);
    if (row?.carbonFootprint === null || row?.carbonFootprint === undefined) return Number.NaN;
    return (row.carbonFootprint * (row.dosingInGrams ?? Number.NaN) * quantity) / 1000;
  });
  const food = parts.reduce((all, part) => all + part, 0);
  if (Number.isNaN(food)) return null;
  const kilograms = food + values.cooking + values.delivery + values.package;
  return { kilograms, food, average: values.average, share: Math.min(1, kilograms / (2 * values.average)) };
}
