/** The live client: one line per tab, shared by all who watch anything on it. No React in here. */
import type { OrderType } from "../api/wire";
import { createClient } from "./client";
import type { LiveEnv } from "./connection/env";
import { boardTopic } from "./topics/board/topic";
import type { Board } from "./topics/board/watch";
import { asStaff, withKey } from "./topics/order/access";
import { orderTopic } from "./topics/order/topic";
import type { Watch } from "./topics/order/watch";
import { shopTopic } from "./topics/shop/topic";
import type { ShopWatch } from "./topics/shop/watch";

export type { Cars } from "./topics/board/cars";
export { type BoardProblem, type BoardState, NO_BOARD_YET } from "./topics/board/state";
export type { Board } from "./topics/board/watch";
export { NO_SHOP_YET, type ShopNews, type ShopState } from "./topics/shop/state";
export type { ShopWatch } from "./topics/shop/watch";
export { isPassing, NOTHING_YET } from "./topics/order/state";
export type { End, OrderState, Problem, WatchState } from "./topics/order/state";
export type { Watch } from "./topics/order/watch";
export type { Mode } from "./topics/road";

/** The live client of a tab. Each hold must be closed; what several hold is asked for once. */
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

/** Makes the live client of a tab. This is the one place where a topic is added. */
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
