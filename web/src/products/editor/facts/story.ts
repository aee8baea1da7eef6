/** What the editors say beside products: the story `product-page/productPage` (PD-18). What is not of its form is left out. */
import type { Story } from "../../../api/client";

/** The story's name. */
export const PRODUCT_STORY = "product-page/productPage";

/** Kilograms of carbon dioxide of a type of product, beside its ingredients. */
export interface CarbonValues {
  productCategoryId: string;
  cooking: number;
  delivery: number;
  package: number;
  average: number;
}

/** The story, read. */
export interface ProductStory {
  categories: { ingredientCategory: string; description: string }[];
  upsells: { ingredientId: string; title: string }[];
  carbon: {
    title: string | null;
    values: CarbonValues[];
    missing: string | null;
    information: { title: string; text: string }[];
  };
}

/** What is said of a category of ingredients; `null` where nothing is. */
export function categoryWords({ categories }: ProductStory, categoryId: string): string | null {
  return categories.find(({ ingredientCategory }) => ingredientCategory === categoryId)?.description || null;
}

/** Reads the story; of none there is nothing. */
export function productStoryOf(story: Story | undefined): ProductStory {
  const content = story?.content ?? {};
  const carbon = objectOf(content["carbon_footprint"]);
  return {
    categories: listOf(content["ingredient_category_description"]).map((entry) => ({
      ingredientCategory: textOf(entry["ingredientCategory"]),
      description: textOf(entry["description"]),
    })),
    upsells: listOf(content["ingredient_upsell"]).map((entry) => ({
      ingredientId: textOf(entry["ingredientId"]),
      title: textOf(entry["title"]),
    })),
    carbon: {
      title: textOf(carbon["title"]) || null,
      values: listOf(carbon["product_types"]).map((entry) => ({
        productCategoryId: textOf(entry["productCategoryId"]),
        cooking: numberOf(entry["cooking"]),
        delivery: numberOf(entry["delivery"]),
        package: numberOf(entry["package"]),
        average: numberOf(entry["average"]),
      })),
      missing: textOf(carbon["missing_information_text"]) || null,
      information: listOf(carbon["information_texts"])
        .map((entry) => ({ title: textOf(entry["title"]), text: textOf(entry["text"]) }))
        .filter(({ text }) => text !== ""),
    },
  };
}

type Entry = Record<string, unknown>;

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Entry {
  return isEntry(value) ? value : {};
}

function listOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}
