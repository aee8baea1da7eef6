/** The news of the order's restaurant, followed wherever the order goes; the live client is loaded with the first. */
import { createStore } from "zustand/vanilla";
import type { Availability } from "../../api/wire";
import type { ShopNews as LiveNews, ShopWatch } from "../../live/live";
import { cartStore } from "../cart/cart";
import type { Order, OrderMethod } from "../cart/order";
import { arriving } from "../../lib/arriving";

/** What a restaurant says of itself. */
export interface ShopNews {
  availability: Availability;
  outOfStockProductIds: readonly string[];
  outOfStockIngredientIds: readonly string[];
}

/** What has changed since the news before. */
export interface NewsChange {
  /** Whether it is out of something else, or the chain's data are others: what is known of products is old. */
  isOfCatalog: boolean;
}

interface Followed {
  /** Whose news they are. */
  key: string | null;
  news: ShopNews | null;
}

const NOBODY: Followed = { key: null, news: null };
const NOTHING: readonly string[] = [];

/** The news of the restaurant that is followed. */
export const newsStore = createStore<Followed>()(() => NOBODY);

/** Follows the order's restaurant until the returned function is called; `onChange` hears of all but the first news. */
export function followShop(onChange: (change: NewsChange) => void): () => void {
  let unfollow: (() => void) | null = null;
  const turnTo = ({ method }: Order) => {
    const key = keyOf(method);
    if (key === newsStore.getState().key) return;
    unfollow?.();
    newsStore.setState({ key, news: null });
    unfollow = method ? watch(method, key, onChange) : null;
  };
  newsStore.setState(NOBODY);
  turnTo(cartStore.getState().order);
  const stop = cartStore.subscribe(({ order }) => turnTo(order));
  return () => {
    stop();
    unfollow?.();
    newsStore.setState(NOBODY);
  };
}

function watch(
  { restaurantId, orderType }: OrderMethod,
  key: string | null,
  onChange: (change: NewsChange) => void,
): () => void {
  let watched: ShopWatch | null = null;
  let isOver = false;
  let before: LiveNews | null = null;

  const hear = () => {
    const news = watched?.getState().news ?? null;
    if (!news || news === before) return;
    const change = before ? changeBetween(before, news) : changeOfCart(news);
    before = news;
    newsStore.setState({ key, news: shown(news) });
    if (change) onChange(change);
  };
  void arriving(() => import("../../live/tabShops")).then(({ watchShop }) => {
    if (isOver) return;
    watched = watchShop(restaurantId, orderType);
    watched.subscribe(hear);
    hear();
  });
  return () => {
    isOver = true;
    watched?.close();
  };
}

/** The first news may already be younger than the cart's price: then they are no first news to it. */
function changeOfCart({ availability, stock }: LiveNews): NewsChange | null {
  const { method, priced } = cartStore.getState().order;
  if (!priced) return null;
  const { orderItems, validationResult } = priced;
  const isOut = orderItems.some(
    (line) => !line.isOutOfStock && stock?.outOfStockProductIds.includes(line.productId),
  );
  const isShut =
    validationResult.isValid && method?.preorderTime === null && availability.selectorStatus !== "Open";
  return isOut || isShut ? { isOfCatalog: isOut } : null;
}

function changeBetween(before: LiveNews, { stock }: LiveNews): NewsChange {
  // The first word on the stock is no change of it, unless the cart is priced otherwise.
  if (before.stock === null && stock !== null)
    return changeOfCart({ ...before, stock }) ?? { isOfCatalog: false };
  return { isOfCatalog: before.stock !== null && !isSameStock(before.stock, stock) };
}

function isSameStock(a: LiveNews["stock"], b: LiveNews["stock"]): boolean {
  const essence = (stock: LiveNews["stock"]) =>
    stock && [stock.outOfStockProductIds, stock.outOfStockIngredientIds, stock.contentVersion];
  return a === b || JSON.stringify(essence(a)) === JSON.stringify(essence(b));
}

function shown({ availability, stock }: LiveNews): ShopNews {
  return {
    availability,
    outOfStockProductIds: stock?.outOfStockProductIds ?? NOTHING,
    outOfStockIngredientIds: stock?.outOfStockIngredientIds ?? NOTHING,
  };
}

function keyOf(method: OrderMethod | null): string | null {
  return method && `${method.restaurantId} ${method.orderType}`;
}
