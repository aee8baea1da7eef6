/** Restaurants for tests: what they say, and a page that watches one. */
import type { Availability, OrderType, ShopFrame } from "../../api/wire";
import { createLive } from "./createLive";
import { at } from "./orders";
import { World } from "./world";

/** What a restaurant can do, as of `rev`: open, by default. */
export function anAvailability(rev: number, change: Partial<Availability> = {}): Availability {
  return {
    rev,
    selectorStatus: "Open",
    selectorText: "n. 20 min",
    status: "open",
    statusText: "",
    openingHoursText: "Avoinna",
    estimateMinutes: 20,
    nextChangeAt: at(60),
    ...change,
  };
}

/** A restaurant's frame as of `rev`. */
export function aShopFrame(rev: number, change: Partial<ShopFrame> = {}): { type: "shop" } & ShopFrame {
  return {
    type: "shop",
    topic: "shop",
    restaurantId: "12",
    orderType: "pickup",
    rev,
    availability: anAvailability(rev),
    outOfStockProductIds: [],
    outOfStockIngredientIds: [],
    contentVersion: "v1",
    ...change,
  };
}

/** A page of its own world that watches a restaurant. */
export class ShopPage {
  readonly world = new World();
  readonly live = createLive(this.world.env);
  readonly shop = this.live.watchShop("12", "pickup");

  get state() {
    return this.shop.getState();
  }

  /** The server greets the newest line and takes the subscription to a restaurant. */
  bringUp(restaurantId = "12", orderType: OrderType = "pickup") {
    // No beat is missed in a test that lasts minutes.
    this.world.socket.hello(10_000);
    this.world.socket.send({ type: "subscribed", topic: "shop", restaurantId, orderType });
  }
}
