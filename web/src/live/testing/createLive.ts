import type { OrderType } from "../../api/wire";
import { createClient } from "../client";
import type { LiveEnv } from "../connection/env";
import { boardTopic } from "../topics/board/topic";
import type { Board } from "../topics/board/watch";
import { asStaff, withKey } from "../topics/order/access";
import { orderTopic } from "../topics/order/topic";
import type { Watch } from "../topics/order/watch";
import { shopTopic } from "../topics/shop/topic";
import type { ShopWatch } from "../topics/shop/watch";

/** A tab's live client with all topics. Each hold must be closed; what several hold is asked for once. */
export interface Live {
  /** Watches an order with its key. */
  watch(orderId: string, orderKey: string): Watch;
  /** Watches an order as a signed-in member of the staff. */
  watchAsStaff(orderId: string): Watch;
  /** Watches the board of these restaurants as a signed-in member of the staff; of none: of all they may see. */
  watchBoard(restaurantIds: string[]): Board;
  /** Watches what a restaurant can do for one way of ordering; anybody may. */
  watchShop(restaurantId: string, orderType: OrderType): ShopWatch;
}

/** Makes a tab's live client with all topics. */
export function createLive(world: LiveEnv): Live {
  const client = createClient(world);
  const watchOrder = client.add(orderTopic);
  const watchBoard = client.add(boardTopic);
  const watchShop = client.add(shopTopic);
  return {
    watch: (orderId, orderKey) => watchOrder(withKey(orderId, orderKey)),
    watchAsStaff: (orderId) => watchOrder(asStaff(orderId)),
    watchBoard,
    watchShop: (restaurantId, orderType) => watchShop({ restaurantId, orderType }),
  };
}
