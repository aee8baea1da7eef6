/** The catalogue as the order sees it: of its restaurant, type and time, else the default one. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ShopSummary } from "../../api/wire";
import type { Order } from "../cart/order";
import { currentOrder, useOrder } from "../cart/useCart";
import { placeOf } from "./keys";
import * as catalog from "./queries";

/** All restaurants. */
export function useShops() {
  return useQuery(catalog.shopsQuery);
}

/** Whether a restaurant is at work, and not kept out of sight (OS-20). */
export function isListed({ isActive, openForPickupStatus }: ShopSummary): boolean {
  return isActive && openForPickupStatus !== "Hidden";
}

/** One restaurant; nothing is asked for `null`. */
export function useShop(shopId: string | null) {
  return useQuery(catalog.shopQuery(shopId));
}

/** The menu of the order's restaurant, type and time, else the default one. */
export function useMenu() {
  const place = useOrder(placeOf);
  const avoid = useOrder(avoidOf);
  return useQuery(catalog.menuQuery(place, avoid));
}

/** A product in a size; in its first where none is named. */
export function useProduct(idOrSlug: string | null, sizeId?: string, ingredients?: string) {
  const place = useOrder(placeOf);
  return useQuery({
    ...catalog.productQuery(place, idOrSlug, { sizeId, ingredients }),
    // Another size of the same product takes the place of the one before without flashing.
    placeholderData: (before) =>
      before && (before.slug === idOrSlug || before.productId === idOrSlug) ? before : undefined,
  });
}

/** The combos of the order's restaurant; none are asked for without one. */
export function useCombos() {
  return useQuery(catalog.combosQuery(useOrder(placeOf)));
}

/** The tags by which a menu is narrowed. */
export function useTags() {
  return useQuery(catalog.tagsQuery);
}

/** What the order's restaurant can put on something of a size; all of it where that is `null`. */
export function useShopIngredients(sizeId: string | null) {
  return useQuery(catalog.shopIngredientsQuery(useOrder(placeOf), sizeId));
}

/** What the ingredient page lists. */
export function useListedIngredients() {
  return useQuery(catalog.listedIngredientsQuery);
}

/** A story of the editors; it is not asked for before it is due. */
export function useStory(slug: string, isDue = true) {
  return useQuery({ ...catalog.storyQuery(slug), enabled: isDue });
}

/** Asks for the menu before somebody opens it. */
export function prefetchMenu(client: QueryClient): Promise<void> {
  const order = currentOrder();
  return client.prefetchQuery(catalog.menuQuery(placeOf(order), avoidOf(order)));
}

function avoidOf({ avoidAllergens }: Order) {
  return avoidAllergens;
}
