import { useMemo } from "react";
import { useShopNews } from "./useShopNews";

/** What the order's restaurant has run out of by now, as far as it has said. */
export function useSoldOutIds(): ReadonlySet<string> {
  const ids = useShopNews()?.outOfStockProductIds.join(" ") ?? "";
  return useMemo(() => new Set(ids.split(" ")), [ids]);
}
