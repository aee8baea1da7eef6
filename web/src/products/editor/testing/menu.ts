/** The demo chain's menu as the server's product call shows it, for tests: the same rows, bounds and slots. */
import menu from "../../../../../content/menu.json";
import type { IngredientRow, IngredientSlot, ProductView } from "../../../api/wire";
import { type Model, modelOf } from "../configurator";

interface RawIngredient {
  ingredientID: string;
  name: string;
  categoryId: string;
  subcategoryId?: string;
  price: number;
  dosings?: Record<string, { price?: number; grams?: number }>;
  minQuantity?: number;
  maxQuantity?: number;
  displayOrder?: number;
  special?: boolean;
  isRecipeOnlyIngredient?: boolean;
  allergens?: string[];
  diets?: string[];
  dipProductId?: string;
  description?: string;
  summaryDescription?: string;
  nutrition?: {
    energy: number;
    totalFat: number;
    saturatedFat: number;
    carbohydrate: number;
    sugars: number;
    protein: number;
    salt: number;
  };
  carbonFootprint?: number;
}

type RawEntry =
  string | { ingredientId: string; quantity?: number; minQuantity?: number; maxQuantity?: number };

interface RawSlot {
  id: string;
  categoryId: string;
  options: string[];
  default?: string;
  required?: boolean;
  free?: Record<string, number>;
  max?: Record<string, number>;
  display: string;
  header: string;
  label: string;
  errorMessage?: string;
  showPrice?: boolean;
  giveDiscountForChange?: boolean;
  mustBeSeen?: boolean;
}

interface RawProduct {
  productId: string;
  productCategoryId: string;
  name: string;
  description?: string;
  slug?: string;
  sizes: { sizeId: string; name?: string; price: number }[];
  ingredients: RawEntry[];
  slots?: RawSlot[];
  custom?: boolean;
  restrictedModification?: boolean;
  recommendedIngredients?: { ingredientId: string; productSizeId: string }[];
  productRecommendation?: { recommendedProductId: string; recommendationText: string };
  allergens?: string[];
  tagsByChoice?: Record<string, string[]>;
}

const INGREDIENTS: RawIngredient[] = menu.ingredients;
/** Every product of the demo chain. */
export const PRODUCTS: readonly RawProduct[] = menu.products;
const EDITABLE = new Set(["pizza", "hapanjuuri", "monster", "minimonster", "kotzone", "lankku", "rulla"]);

/** What the kitchen has for a size. */
export function kitchenOf(sizeId: string): IngredientRow[] {
  return INGREDIENTS.filter(({ dosings }) => !dosings || sizeId in dosings).map((raw) => rowOf(raw, sizeId));
}

/** A product by its id, as the product call answers it. */
export function productOf(productId: string, sizeId?: string): ProductView {
  const raw = PRODUCTS.find((one) => one.productId === productId);
  if (!raw) throw new Error(`no product ${productId}`);
  const size = sizeId ?? raw.sizes[0]?.sizeId ?? "";
  const recipe = entriesOf(raw);
  const own = raw.allergens ?? [];
  const ingredients = recipe.flatMap(({ ingredientId, quantity = 1, minQuantity, maxQuantity }) => {
    const row = kitchenOf(size).find(({ id }) => id === ingredientId);
    if (!row) return [];
    const most = maxQuantity ?? Math.max(row.maxQuantity, quantity);
    return [{ ...row, quantity, minQuantity: minQuantity ?? row.minQuantity, maxQuantity: most }];
  });
  return {
    productId: raw.productId,
    productCategoryId: raw.productCategoryId,
    productCategoryName: null,
    name: raw.name,
    description: raw.description ?? null,
    imagepath: null,
    menuimagepathmobile: null,
    backgroundColor: null,
    slug: raw.slug ?? raw.productId,
    sizeId: size,
    productSizes: raw.sizes.map((one) => ({
      productSizeID: one.sizeId,
      name: one.name ?? menu.sizes.find(({ sizeId: id }) => id === one.sizeId)?.name ?? "",
      calculatedPrice: one.price,
      isOutOfStock: false,
    })),
    basePrice: raw.sizes[0]?.price ?? 0,
    hasFromPrice: raw.custom ?? false,
    custom: raw.custom ?? false,
    editable: EDITABLE.has(raw.productCategoryId),
    restrictedModification: raw.restrictedModification ?? false,
    isInDefaultMenu: true,
    isHiddenFromMenu: false,
    inactive: false,
    isAgeRestricted: false,
    tags: [],
    tagsByChoice: raw.tagsByChoice ?? {},
    diets: [],
    recommendedIngredients: raw.recommendedIngredients ?? [],
    productRecommendation: raw.productRecommendation ?? null,
    availableForSaleFrom: null,
    availableForSaleUntil: null,
    isAvailableNow: true,
    isOutOfStock: false,
    allergens: [...new Set([...own, ...ingredients.flatMap(({ allergens }) => allergens)])].toSorted(),
    ownAllergens: own,
    ingredientMeta: {
      includedToppings: null,
      maxToppings: 20,
      restrictedModification: raw.restrictedModification ?? false,
    },
    quantity: 1,
    comboId: null,
    customized: false,
    uuid: null,
    ingredients,
    ingredientSlots: (raw.slots ?? []).map((slot) => slotOf(slot, size, ingredients)),
  };
}

/** The model of a product of the demo chain. */
export function demoModel(productId: string, sizeId?: string): Model {
  const product = productOf(productId, sizeId);
  return modelOf(product, kitchenOf(product.sizeId));
}

function entriesOf({ ingredients, slots = [] }: RawProduct) {
  const listed = ingredients.map((entry) => (typeof entry === "string" ? { ingredientId: entry } : entry));
  const defaults = slots.flatMap((slot) =>
    slot.default === undefined ? [] : [{ ingredientId: slot.default }],
  );
  const beside = defaults.filter(({ ingredientId }) =>
    listed.every((entry) => entry.ingredientId !== ingredientId),
  );
  return [...listed, ...beside] as Exclude<RawEntry, string>[];
}

function slotOf(raw: RawSlot, size: string, recipe: readonly IngredientRow[]): IngredientSlot {
  const rows = kitchenOf(size).map((row) => recipe.find(({ id }) => id === row.id) ?? row);
  const inSize = (counts: Record<string, number> | undefined) => counts?.[size] ?? counts?.["*"];
  const free = inSize(raw.free) ?? 0;
  const kept = rows.find(({ id }) => id === raw.default);
  return {
    id: raw.id,
    categoryId: raw.categoryId,
    options: raw.options.flatMap((id) => rows.find((row) => row.id === id) ?? []),
    selected: kept?.id ?? null,
    default: kept ? { id: kept.id, minQuantity: kept.minQuantity, price: kept.price } : null,
    required: raw.required ?? false,
    free,
    max: inSize(raw.max) ?? Math.max(1, free),
    header: raw.header,
    label: raw.label,
    display: raw.display,
    error: null,
    errorMessage: raw.errorMessage ?? null,
    showPrice: raw.showPrice ?? false,
    giveDiscountForChange: raw.giveDiscountForChange ?? true,
    mustBeSeen: raw.mustBeSeen ?? false,
  };
}

function rowOf(raw: RawIngredient, sizeId: string): IngredientRow {
  const dosing = raw.dosings?.[sizeId];
  return {
    id: raw.ingredientID,
    name: raw.name,
    categoryId: raw.categoryId,
    subcategoryId: raw.subcategoryId ?? null,
    price: dosing?.price ?? raw.price,
    minQuantity: raw.minQuantity ?? 0,
    maxQuantity: raw.maxQuantity ?? 2,
    quantity: 0,
    displayOrder: raw.displayOrder ?? 999,
    special: raw.special ?? false,
    image: null,
    description: raw.description ?? null,
    summaryDescription: raw.summaryDescription ?? null,
    dosingInGrams: dosing?.grams ?? null,
    nutrition: raw.nutrition ?? null,
    energyKj: raw.nutrition ? Math.round(raw.nutrition.energy * 41.84) / 10 : null,
    carbonFootprint: raw.carbonFootprint ?? null,
    allergens: raw.allergens ?? [],
    diets: raw.diets ?? [],
    dipProductId: raw.dipProductId ?? null,
    addedFrom: null,
    productSizeId: sizeId,
    isListedOnIngredientPage: false,
    isRecipeOnlyIngredient: raw.isRecipeOnlyIngredient ?? false,
    isOutOfStock: false,
  };
}
