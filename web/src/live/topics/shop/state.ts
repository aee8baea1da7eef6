/** What the live client knows of a restaurant, and how well it knows it. */
import type { Availability, OrderType } from "../../../api/wire";
import type { Mode } from "../delivery";

/** Which restaurant is watched, and for which way of ordering. */
export interface ShopKey {
  restaurantId: string;
  orderType: OrderType;
}

/** The newest of what a restaurant said. */
export interface ShopNews {
  /** A higher one is newer. */
  rev: number;
  availability: Availability;
  /** What it is out of; `null` before a line has told, since polls do not. */
  stock: ShopStock | null;
}

/** What a restaurant is out of, as of `rev`, and by which version of the chain's data. */
export interface ShopStock {
  rev: number;
  outOfStockProductIds: readonly string[];
  outOfStockIngredientIds: readonly string[];
  contentVersion: string;
}

/** All that a page shows of a restaurant's news; the same object until something in it changes. */
export interface ShopState {
  mode: Mode;
  /** Kept through every loss of connection. `null` before there are any. */
  news: ShopNews | null;
  /** There is no such restaurant (any more). */
  problem: "not-found" | null;
  /** What the server's clock shows more than the reader's, milliseconds. */
  clockOffset: number;
}

/** What is known of a restaurant that has just been asked for. */
export const NO_SHOP_YET: ShopState = { mode: "opening", news: null, problem: null, clockOffset: 0 };
