import { useQuery } from "@tanstack/react-query";
import { get, send } from "../api/client";
import type { OrderType } from "../api/wire";
import { SHOPS } from "../shop/catalog/keys";
import { untilNextChange } from "./untilNextChange";

/** The days and times at which a restaurant takes preorders; none are asked for while `shopId` is `null`. */
export function usePreorderDays(shopId: string | null, orderType: OrderType) {
  return useQuery({
    queryKey: [...SHOPS, shopId, "preorder-days", orderType],
    queryFn: ({ signal }) => {
      const params = { path: { shopId: shopId ?? "" }, query: { orderType } };
      return send(get("/api/commerce/v2/shops/{shopId}/preorder-days", params), { signal });
    },
    select: ({ days }) => days,
    enabled: shopId !== null,
    refetchInterval: untilNextChange,
  });
}
