import type { OrderType } from "../api/wire";
import { onTab } from "./tab";
import { shopTopic } from "./topics/shop/topic";
import type { ShopWatch } from "./topics/shop/watch";

const shops = onTab(shopTopic);

/** Watches what a restaurant can do for one way of ordering, on the tab's line; anybody may. */
export function watchShop(restaurantId: string, orderType: OrderType): ShopWatch {
  return shops({ restaurantId, orderType });
}
