import type { QueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { shopsQuery } from "../../shop/catalog/queries";
import { useShops } from "../../shop/catalog/useCatalog";
import { NotFound } from "../../ui/NotFound";
import { restaurantOf } from "./find";
import { Waiting } from "./Loading";
import { RestaurantView } from "./RestaurantView";

/** All restaurants. */
export function firstData(client: QueryClient) {
  return client.prefetchQuery(shopsQuery);
}

/** `/ravintolat/{slug}`: one restaurant; of none, and where it cannot be fetched, the not-found page (RS-30). */
export function Component() {
  const { slug = "" } = useParams();
  const shops = useShops();
  const shop = shops.data && restaurantOf(shops.data, slug);
  if (shop) return <RestaurantView shop={shop} />;
  return shops.isPending ? <Waiting /> : <NotFound />;
}
