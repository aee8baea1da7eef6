import type { QueryClient } from "@tanstack/react-query";
import { usePageTitle } from "../../ui/usePageTitle";
import { shopsQuery } from "../../shop/catalog/queries";
import { useShops } from "../../shop/catalog/useCatalog";
import { Trouble, Waiting } from "./Loading";
import { RestaurantList } from "./RestaurantList";
import { LIST } from "./texts";

/** All restaurants. */
export function firstData(client: QueryClient) {
  return client.prefetchQuery(shopsQuery);
}

/** `/ravintolat`: every restaurant, to be searched by `?q=` (RS-24, RS-25). */
export function Component() {
  usePageTitle(LIST.title);
  const shops = useShops();
  if (shops.data) return <RestaurantList shops={shops.data} />;
  return shops.isError ? <Trouble onRetry={() => void shops.refetch()} /> : <Waiting />;
}
