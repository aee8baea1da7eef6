/** The live client: one line per tab, shared by all who watch anything on it. No React in here. */

export type { Cars } from "./topics/board/cars";
export { type BoardProblem, type BoardState, NO_BOARD_YET } from "./topics/board/state";
export type { Board } from "./topics/board/watch";
export { NO_SHOP_YET, type ShopNews, type ShopState } from "./topics/shop/state";
export type { ShopWatch } from "./topics/shop/watch";
export { isPassing, NOTHING_YET } from "./topics/order/state";
export type { End, OrderState, Problem, WatchState } from "./topics/order/state";
export type { Watch } from "./topics/order/watch";
export type { Mode } from "./topics/delivery";
