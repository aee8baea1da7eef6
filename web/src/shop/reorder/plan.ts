/** What of past items can be had here and now, and what not (RO-17). */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import type { PastItem, ProductView } from "../../api/wire";
import { share } from "../../lib/money";
import { newsStore } from "../availability/news";
import type { AddedItem } from "../cart/action";
import type { NewItem } from "../cart/order";
import { placeOf } from "../catalog/keys";
import { productQuery } from "../catalog/queries";
import { currentOrder } from "../cart/useCart";

/** What becomes of past items. */
export interface ReorderPlan {
  items: readonly AddedItem[];
  /** The names of what is no more to be had, or not here and now. */
  dropped: readonly string[];
  /** Whether something had to be left out of an item. */
  hasLostIngredients: boolean;
}

/** What a restaurant has run out of. */
export interface Stock {
  products: ReadonlySet<string>;
  ingredients: ReadonlySet<string>;
}

/** Holds past items against the order's restaurant: each is asked for in its size, with what is on it. */
export async function planReorder(cache: QueryClient, past: readonly PastItem[]): Promise<ReorderPlan> {
  const place = placeOf(currentOrder());
  const asked = past.map(async (item) => {
    if (item.inactive) return null;
    const { productId, sizeId } = item;
    const ids = activeIds(item);
    const wish = { sizeId, ...(ids.length > 0 && { ingredients: ids.join(";") }) };
    try {
      return await cache.fetchQuery({ ...productQuery(place, productId, wish), retry: false });
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  });
  const products = await Promise.all(asked);
  return planOf(past, products, stockNow());
}

/** The plan, once the products are known; `null` stands for one that there is not. Pure. */
export function planOf(
  past: readonly PastItem[],
  products: readonly (ProductView | null)[],
  stock: Stock,
): ReorderPlan {
  const items: AddedItem[] = [];
  const dropped: string[] = [];
  let hasLostIngredients = false;
  for (const [at, item] of past.entries()) {
    const product = products[at];
    if (!product || !isToBeHad(item, product, stock)) {
      dropped.push(item.name);
      continue;
    }
    const unknown = new Set([...(product.shared?.unknown ?? []), ...stock.ingredients]);
    const kept = item.ingredients.filter(({ ingredientID, quantity }) => {
      const isLost = quantity > 0 && unknown.has(ingredientID);
      hasLostIngredients ||= isLost;
      return !isLost;
    });
    items.push({ item: itemAgain({ ...item, ingredients: kept }), quantity: item.quantity });
  }
  return { items, dropped, hasLostIngredients };
}

function isToBeHad({ productId, sizeId }: PastItem, product: ProductView, { products }: Stock): boolean {
  const size = product.productSizes.find(({ productSizeID }) => productSizeID === sizeId);
  if (!size || size.isOutOfStock || product.isOutOfStock || !product.isAvailableNow) return false;
  return !products.has(productId);
}

function activeIds({ ingredients }: PastItem): string[] {
  return ingredients.filter(({ quantity }) => quantity > 0).map(({ ingredientID }) => ingredientID);
}

function stockNow(): Stock {
  const { news } = newsStore.getState();
  return {
    products: new Set(news?.outOfStockProductIds),
    ingredients: new Set(news?.outOfStockIngredientIds),
  };
}

const NOT_FOUND = 404;

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === NOT_FOUND;
}

/** A past item as it goes into the cart: with all that was on it. */
export function itemAgain({ ingredients, price, quantity, ...item }: PastItem): NewItem {
  const { productId, sizeId, name, sizeName, productCategoryId } = item;
  const doses = ingredients.map(({ ingredientID, ...dose }) => ({
    ingredientId: ingredientID,
    quantity: dose.quantity,
    name: dose.name,
    categoryId: dose.categoryId,
    recipeQuantity: dose.recipeQuantity,
  }));
  return {
    productId,
    sizeId,
    name,
    sizeName,
    productCategoryId,
    ingredients: doses,
    unitPrice: share(price, quantity),
    addedFrom: "history",
  };
}
