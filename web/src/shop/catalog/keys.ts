/** Under which names the catalogue is cached: all that an answer depends on stands in its key. */
import type { OrderType, Shop } from "../../api/wire";
import type { Order } from "../cart/order";

/** Catalogues are asked for again after five minutes (MN-32). */
export const CATALOG_STALE_MS = 300_000;
/** Stories are kept as long as the server says. */
export const STORY_STALE_MS = 600_000;

/** What menus and products depend on beside themselves. */
export interface Place {
  /** `null` while no restaurant is chosen: then it is the default menu. */
  shopId: string | null;
  orderType: OrderType | null;
  preorderTime: string | null;
}

/** What the order says of it. */
export function placeOf({ method }: Order): Place {
  return {
    shopId: method?.restaurantId ?? null,
    orderType: method?.orderType ?? null,
    preorderTime: method?.preorderTime ?? null,
  };
}

/**
 * Where ingredients and prices are asked for. While no restaurant is chosen, any one shows what there is and what it costs: the
 * chain's prices are one.
 */
export function kitchenOf(
  place: Place,
  shops: readonly Pick<Shop, "restaurantId" | "hasWebsale">[] | undefined,
): Place {
  if (place.shopId !== null) return place;
  return { ...place, shopId: shops?.find(({ hasWebsale }) => hasWebsale)?.restaurantId ?? null };
}

/** Everything that a restaurant's news make old. */
export const CATALOG = ["shop", "catalog"] as const;
/** Everything of restaurants. */
export const SHOPS = ["shop", "shops"] as const;

/** The key of something in the catalogue at a place. */
export function catalogKey(what: string, { shopId, orderType, preorderTime }: Place, ...more: unknown[]) {
  return [...CATALOG, what, shopId, orderType, preorderTime, ...more];
}

/** The place as calls take it. */
export function placeQuery({ orderType, preorderTime }: Place) {
  return {
    ...(orderType !== null && { orderType }),
    ...(preorderTime !== null && { preOrderTime: preorderTime }),
  };
}
