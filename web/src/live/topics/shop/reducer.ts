/** The one reducer of a restaurant's news: frames and polls pass it in any order, and the higher `rev` wins. */
import type { Availability, ShopFrame } from "../../../api/wire";
import type { ShopNews, ShopStock } from "./state";

/** What can bring news: a frame of the line, or a poll, which does not know the stock. */
export type ShopWord = { type: "frame"; frame: ShopFrame } | { type: "poll"; availability: Availability };

/** The next news; the same object where the word is none. */
export function reduceShop(news: ShopNews | null, word: ShopWord): ShopNews {
  const availability = word.type === "frame" ? word.frame.availability : word.availability;
  const rev = word.type === "frame" ? word.frame.rev : availability.rev;
  const stock = word.type === "frame" ? newerStock(news?.stock ?? null, word.frame) : (news?.stock ?? null);
  if (news && rev <= news.rev) return stock === news.stock ? news : { ...news, stock };
  return { rev, availability, stock };
}

function newerStock(stock: ShopStock | null, frame: ShopFrame): ShopStock {
  if (stock && frame.rev <= stock.rev) return stock;
  const { rev, outOfStockProductIds, outOfStockIngredientIds, contentVersion } = frame;
  return { rev, outOfStockProductIds, outOfStockIngredientIds, contentVersion };
}
