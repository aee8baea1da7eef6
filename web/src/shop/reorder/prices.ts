/** What past items cost now, as the server prices them: asked before anything is added. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { PastItem } from "../../api/wire";
import { share } from "../../lib/money";
import { cartBodyOf } from "../cart/body";
import { priceCart } from "../cart/calls";
import type { Order, OrderItem } from "../cart/order";
import { CATALOG, placeOf } from "../catalog/keys";
import { itemAgain } from "./plan";

/** The most lines that the server reads at once. */
const MOST = 50;

/** What a unit costs now and what it did, in euros. */
export interface PriceChange {
  now: number;
  before: number;
}

/** The items whose price has changed, by their place in the list; without a restaurant nothing is asked. */
export function priceChangesQuery(order: Order, past: readonly PastItem[]) {
  const items = past.slice(0, MOST);
  const lines = items.flatMap((item, at) => (isComparable(item) ? [lineOf(item, at)] : []));
  const body = cartBodyOf({ ...order, items: lines, promotionCodes: [], paymentMethod: null });
  return queryOptions({
    queryKey: [...CATALOG, "reorder-prices", placeOf(order), lines],
    queryFn:
      body === null || lines.length === 0
        ? skipToken
        : async () => {
            const { orderItems } = await priceCart(body);
            return changesOf(items, new Map(orderItems.map(({ uuid, itemPrice }) => [uuid, itemPrice])));
          },
    // A price is what one looks at last: without it one can order all the same.
    retry: false,
  });
}

function isComparable(item: PastItem): boolean {
  return !item.inactive && !item.includesInactiveIngredients;
}

function lineOf(item: PastItem, at: number): OrderItem {
  return {
    ...itemAgain(item),
    uuid: `reorder-${at}`,
    quantity: 1,
    comboId: null,
    comboCampaignCode: null,
  };
}

function changesOf(
  items: readonly PastItem[],
  prices: ReadonlyMap<string, number>,
): ReadonlyMap<number, PriceChange> {
  return new Map(
    items.flatMap((item, at) => {
      const now = prices.get(`reorder-${at}`);
      const before = share(item.price, item.quantity);
      return now === undefined || now === before ? [] : [[at, { now, before }] as const];
    }),
  );
}
