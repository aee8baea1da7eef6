/** A built product as it goes into the cart, and as it comes back from there (PD-31, CA-57). */
import type { NewItem, OrderItem, ShownDose } from "../../../shop/cart/order";
import { type Build, buildOf, type Doses, dosesOf, recipeBuild } from "./build";
import { isSame } from "./changes";
import type { Model } from "./model";

/** A dip that leaves its pizza and becomes a product of its own. */
export interface SeparateDip {
  productId: string;
  quantity: number;
}

const SEPARATE_DIPS = new Set(["pizza", "kotzone"]);

/** Whether the restaurant sells a product by itself. */
export type IsSold = (productId: string) => boolean;

const SOLD: IsSold = () => true;

/**
 * The optional dips of a pizza or kotzone, as products; a unit of the pizza has as many (CA-57). A dip that is not sold by
 * itself stays with what it was chosen for.
 */
export function separateDips(model: Model, build: Build, isSold: IsSold = SOLD): SeparateDip[] {
  return dosesOf(model, build).flatMap(({ ingredientId, quantity }) => {
    const productId = dipProductOf(model, ingredientId, isSold);
    return productId === null ? [] : [{ productId, quantity: quantity * build.quantity }];
  });
}

function dipProductOf(model: Model, id: string, isSold: IsSold): string | null {
  const slot = model.slots.get(id);
  if (!SEPARATE_DIPS.has(model.product.productCategoryId) || !slot || slot.required) return null;
  const productId = model.rows.get(id)?.dipProductId ?? null;
  return productId !== null && isSold(productId) ? productId : null;
}

/** What is put into the cart, with its dips left out. `unitPrice` is the last one the server named. */
export function itemOf(
  model: Model,
  build: Build,
  unitPrice: number,
  addedFrom: string | null,
  isSold: IsSold = SOLD,
): NewItem {
  const stays = withoutDips(model, build, isSold);
  const { product } = model;
  return {
    productId: product.productId,
    sizeId: product.sizeId,
    name: product.name,
    sizeName: product.productSizes.find(({ productSizeID }) => productSizeID === product.sizeId)?.name ?? "",
    productCategoryId: product.productCategoryId,
    ingredients: isSame(model, stays, recipeBuild(model)) ? null : shownDoses(model, stays),
    unitPrice,
    addedFrom,
  };
}

function withoutDips(model: Model, build: Build, isSold: IsSold): Build {
  return buildOf(
    model,
    dosesOf(model, build).filter(({ ingredientId }) => dipProductOf(model, ingredientId, isSold) === null),
  );
}

/** All that is on it, and what the recipe has and it has not, with none. */
function shownDoses(model: Model, build: Build): ShownDose[] {
  const on = dosesOf(model, build);
  const gone = [...model.recipe.keys()].filter((id) => on.every(({ ingredientId }) => ingredientId !== id));
  return [...on, ...gone.map((ingredientId): Doses => ({ ingredientId, quantity: 0 }))].flatMap((doses) => {
    const row = model.rows.get(doses.ingredientId);
    if (!row) return [];
    const recipeQuantity = model.recipe.get(row.id) ?? 0;
    const from = doses.quantity > recipeQuantity ? { addedFrom: "extra" } : {};
    return [{ ...doses, ...from, name: row.name, categoryId: row.categoryId, recipeQuantity }];
  });
}

/** What is on a line of the cart, and not to be had any more. */
export function unknownOn(model: Model, { ingredients }: OrderItem): string[] {
  const on = (ingredients ?? []).filter(({ quantity }) => quantity > 0);
  return on.flatMap(({ ingredientId }) => (model.rows.has(ingredientId) ? [] : [ingredientId]));
}

/** A line of the cart, opened again. */
export function buildOfItem(model: Model, item: OrderItem): Build {
  if (item.ingredients === null) return { ...recipeBuild(model), quantity: item.quantity };
  return buildOf(model, item.ingredients, item.quantity);
}
