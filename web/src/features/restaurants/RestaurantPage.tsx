import type { QueryClient } from "@tanstack/react-query";
import { type Params, useParams } from "react-router";
import { shopQuery, shopsQuery } from "../../shop/catalog/queries";
import { useShop, useShops } from "../../shop/catalog/useCatalog";
import { NotFound } from "../../ui/NotFound";
import { restaurantOf } from "./find";
import { Waiting } from "./Loading";
import { RestaurantView } from "./RestaurantView";

/** Which restaurant it is, and all of it. */
export async function firstData(client: QueryClient, { slug = "" }: Params): Promise<void> {
  const shops = await client.fetchQuery(shopsQuery);
  await client.prefetchQuery(shopQuery(restaurantOf(shops, slug)?.shopId ?? null));
}

/** `/ravintolat/{slug}`: one restaurant; of none, and where it cannot be fetched, the not-found page (RS-30). */
export function Component() {
  const { slug = "" } = useParams();
  const shops = useShops();
  const listed = shops.data && restaurantOf(shops.data, slug);
  const shop = useShop(listed?.shopId ?? null);
  if (shop.data) return <RestaurantView shop={shop.data} />;
  const isComing = shops.isPending || (listed !== undefined && shop.isPending);
  return isComing ? <Waiting /> : <NotFound />;
}
