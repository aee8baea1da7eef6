/** Past orders and the favourite (docs/spec/people.md, "History"). */
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { get, post, remove, send } from "../../api/client";
import type { PastItem, PastOrder } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { sendAsUser } from "../../session/asUser";
import { ACCOUNT, sessionQuery } from "../../session/userSession";

/** So many are on a page (RO-14). */
const SHOWN = 20;
/** As many of the latest are asked for (T-77), and asked for again after ten minutes (T-78). */
const LATEST = 3;
const LATEST_STALE_MS = 600_000;

/** The orders of who is signed in, the newest first. */
export const historyQuery = queryOptions({
  queryKey: [...ACCOUNT, "history"],
  queryFn: ({ signal }) =>
    sendAsUser(get("/api/commerce/v2/customers/me/orders/details", { query: { limit: SHOWN } }), { signal }),
});

/** Their orders of today, and those preordered for today or later. */
export const latestOrdersQuery = queryOptions({
  queryKey: [...ACCOUNT, "latest"],
  // The page that it stands on is one without it: that nobody is signed in any more is said where it matters.
  queryFn: ({ signal }) =>
    send(get("/api/commerce/v2/customers/orders/latest", { query: { limit: LATEST } }), { signal }),
  staleTime: LATEST_STALE_MS,
});

/** The items of one of their orders (RO-13, RO-21). */
export async function readItems(orderId: string): Promise<readonly PastItem[]> {
  const path = { orderId };
  const [order] = await sendAsUser(get("/api/commerce/v2/customers/orders/{orderId}", { path }));
  return order?.shoppingCartPrice.orderItems ?? [];
}

/** Makes an order the favourite, or no favourite any more; after it all is read anew (RO-19, RO-22). */
export function useFavour(): (order: PastOrder) => Promise<void> {
  const cache = useQueryClient();
  return async ({ orderId, isFavourite }) => {
    const path = "/api/commerce/v2/favourites/order";
    if (isFavourite) await sendAsUser(remove(path));
    else await sendAsUser(post(path, { body: { orderId } }), { idempotencyKey: randomId() });
    await cache.refetchQueries({ queryKey: historyQuery.queryKey });
    void cache.refetchQueries({ queryKey: sessionQuery.queryKey });
  };
}

/** What of an order can be had still. */
export function itemsToHave({ orderItems }: Pick<PastOrder, "orderItems">): PastItem[] {
  return orderItems.filter(({ inactive }) => !inactive);
}
