import type { MenuProduct } from "../../api/wire";

/** Whether a product can be had, and why not (MN-24, MN-25). */
export type CardState =
  { kind: "available" } | { kind: "soldOut" } | { kind: "notNow"; from: string | null; until: string | null };

/** What of a product decides that. */
export type Sold = Pick<
  MenuProduct,
  "productId" | "isOutOfStock" | "isAvailableNow" | "availableForSaleFrom" | "availableForSaleUntil"
>;

/** The state of a card: the menu may be minutes old, so what the restaurant says live is laid over it. */
export function cardStateOf(product: Sold, soldOutIds: ReadonlySet<string>): CardState {
  if (product.isOutOfStock || soldOutIds.has(product.productId)) return { kind: "soldOut" };
  if (product.isAvailableNow) return { kind: "available" };
  return {
    kind: "notNow",
    from: product.availableForSaleFrom ?? null,
    until: product.availableForSaleUntil ?? null,
  };
}
