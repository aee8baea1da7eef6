import { useStore } from "zustand";
import { newsStore, type ShopNews } from "./news";

export type { ShopNews } from "./news";

/**
 * What the order's restaurant can do now, for its way of ordering; `null` while none is chosen or nothing is known. Of a
 * preorder it says what the restaurant is out of, not whether it will be open.
 */
export function useShopNews(): ShopNews | null {
  return useStore(newsStore, ({ news }) => news);
}
