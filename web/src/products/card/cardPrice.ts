import type { MenuProduct } from "../../api/wire";
import { sum } from "../../lib/money";

/** A card's price: exact, or from the smallest size's or a custom product's least on. */
export interface CardPrice {
  kind: "exact" | "from";
  /** Euros. */
  amount: number;
}

/** What a product's card says that it costs (PR-34). */
export function cardPriceOf({
  basePrice,
  hasFromPrice,
  productSizes,
}: Pick<MenuProduct, "basePrice" | "hasFromPrice" | "productSizes">): CardPrice {
  // Nobody orders a custom product bare: its card counts with a topping of a euro.
  if (hasFromPrice) return { kind: "from", amount: sum([basePrice, 1]) };
  return { kind: productSizes.length > 1 ? "from" : "exact", amount: basePrice };
}
