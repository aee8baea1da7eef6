import type { Topic } from "../topic";
import type { ShopKey } from "./state";
import { createShopWatch, type ShopWatch } from "./watch";

/** What a restaurant can do, for one way of ordering. */
export const shopTopic: Topic<ShopKey, ShopWatch> = {
  nameOf: ({ restaurantId, orderType }) => JSON.stringify([restaurantId, orderType]),
  open: createShopWatch,
};
