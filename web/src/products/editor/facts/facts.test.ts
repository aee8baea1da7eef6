import { expect, test } from "vitest";
import story from "../../../../../content/stories/product-page/productPage.json";
import { dosesOf, recipeBuild } from "../configurator";
import { demoModel, PRODUCTS } from "../testing/menu";
import { climateOf, hasClimate } from "./climate";
import { isByVolume, nutritionOf } from "./nutrition";
import { categoryWords, productStoryOf } from "./story";

const STORY = productStoryOf({
  slug: "product-page/productPage",
  version: "published",
  updatedAt: story.updatedAt,
  content: story.content,
});

const valuesOf = (category: string) =>
  STORY.carbon.values.find(({ productCategoryId }) => productCategoryId === category);
const margareta = demoModel("3001");
const climate = (average: number) => {
  const values = valuesOf("pizza");
  return values && climateOf(margareta, recipeBuild(margareta), { ...values, average });
};

// spec: PD-18
test("the story of the demo chain is read whole", () => {
  expect(STORY.categories.map(({ ingredientCategory }) => ingredientCategory)).toContain("dip");
  expect(STORY.categories.every(({ description }) => description !== "")).toBe(true);
  expect(STORY.upsells.every(({ title }) => title !== "")).toBe(true);
  expect(valuesOf("pizza")).toMatchObject({ cooking: 0.12, delivery: 0.28, package: 0.09, average: 1.6 });
  expect(STORY.carbon.missing).toMatch(/emme vielä tiedä/);
  expect(STORY.carbon.information).toHaveLength(3);
});

// spec: PD-54
test("what has the calculator has figures to compare with, and the rest has none", () => {
  const unlike = PRODUCTS.filter(
    ({ productId, productCategoryId }) =>
      (valuesOf(productCategoryId) !== undefined) !== hasClimate(demoModel(productId)),
  );
  expect(unlike.map(({ name }) => name)).toEqual([]);
});

// spec: PD-53
test("the average is the middle of the bar, and the bar ends at twice it", () => {
  const kilograms = climate(1)?.kilograms ?? 0;
  expect(climate(kilograms)?.share).toBeCloseTo(0.5);
  expect(climate(kilograms * 2)?.share).toBeCloseTo(0.25);
  expect(climate(kilograms / 4)?.share).toBe(1);
});

// spec: PD-53
test("the kilograms are those of ingredients by weight, oven, box and way", () => {
  const parts = dosesOf(margareta, recipeBuild(margareta)).map(({ ingredientId, quantity }) => {
    const row = margareta.rows.get(ingredientId);
    return (quantity * (row?.carbonFootprint ?? 0) * (row?.dosingInGrams ?? 0)) / 1000;
  });
  expect(parts.every((part) => part > 0)).toBe(true);
  const food = parts.reduce((all, part) => all + part, 0);
  expect(climate(1.6)?.food).toBeCloseTo(food);
  expect(climate(1.6)?.kilograms).toBeCloseTo(food + 0.12 + 0.28 + 0.09);
});

// spec: PD-55
test("without an average, or without a footprint of one ingredient, there is no figure", () => {
  expect(climate(0)).toBeNull();
  const silent = { ...margareta, rows: new Map(margareta.rows) };
  const cheese = silent.rows.get("1101");
  if (cheese) silent.rows.set("1101", { ...cheese, carbonFootprint: null });
  expect(climateOf(silent, recipeBuild(silent), valuesOf("pizza"))).toBeNull();
});

// spec: PD-52
test("dips, drinks, alcohol and ice cream are measured by volume, the rest by weight", () => {
  const byVolume = PRODUCTS.filter(({ productId }) => isByVolume(demoModel(productId)));
  const categories = new Set(byVolume.map(({ productCategoryId }) => productCategoryId));
  expect([...categories].toSorted()).toEqual(["alcohol", "dip", "drink", "icecream"]);
});

// spec: PD-51, PD-52
test("a hundred grams lie between what its ingredients hold", () => {
  const facts = nutritionOf(margareta, recipeBuild(margareta));
  const energies = [...margareta.recipe.keys()].map((id) => margareta.rows.get(id)?.nutrition?.energy ?? 0);
  expect(facts?.energy).toBeGreaterThan(Math.min(...energies));
  expect(facts?.energy).toBeLessThan(Math.max(...energies));
  expect(facts?.energyKj).toBeCloseTo((facts?.energy ?? 0) * 4.184);
});

test("without what one ingredient holds there are no figures", () => {
  const silent = { ...margareta, rows: new Map(margareta.rows) };
  const cheese = silent.rows.get("1101");
  if (cheese) silent.rows.set("1101", { ...cheese, nutrition: null });
  expect(nutritionOf(silent, recipeBuild(silent))).toBeNull();
});

test("what an editor writes in a number's place counts as that number, or as nothing", () => {
  const values = {
    productCategoryId: "pizza",
    cooking: "0.12",
    delivery: "paljon",
    package: null,
    average: 1.6,
  };
  const content = { carbon_footprint: { product_types: [values] } };
  const read = productStoryOf({ slug: "x", version: "published", updatedAt: story.updatedAt, content });
  expect(read.carbon.values).toEqual([{ ...values, cooking: 0.12, delivery: 0, package: 0 }]);
});

test("of a category of which nothing is said there are no words", () => {
  expect(categoryWords(STORY, "dip")).toMatch(/Reunoja varten/);
  expect(categoryWords(STORY, "dough-of-tomorrow")).toBeNull();
});
