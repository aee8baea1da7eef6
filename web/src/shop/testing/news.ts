import type { ShopNews } from "../availability/news";
import { newsStore } from "../availability/news";

/** Has the order's restaurant say something, for tests of pages. */
export function putNews(news: Partial<ShopNews> | null): void {
  newsStore.setState({ news: news && { ...NEWS, ...news } });
}

const NEWS: ShopNews = {
  availability: {
    rev: 1,
    selectorStatus: "Open",
    selectorText: "n. 20 min",
    status: "open",
    statusText: "",
    openingHoursText: "Avoinna",
    estimateMinutes: 20,
    nextChangeAt: "2100-01-01T00:00:00Z",
  },
  outOfStockProductIds: [],
  outOfStockIngredientIds: [],
};
