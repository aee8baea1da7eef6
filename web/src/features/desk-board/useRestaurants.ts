import { useQuery } from "@tanstack/react-query";
import { get, send } from "../../api/client";

/** A restaurant, as the board names it. */
export interface Restaurant {
  id: string;
  /** Its own part of the name: the chain's stands on the page already. */
  name: string;
  /** Where it stands, degrees. */
  lat: number;
  lng: number;
}

const CHAIN = /^Ovelle\s+/;

/** The restaurants that a person may see, by name; none until they are known. `allowed` is empty for all. */
export function useRestaurants(allowed: readonly string[]): Restaurant[] {
  const shops = useQuery({
    queryKey: ["shops"],
    queryFn: ({ signal }) => send(get("/api/commerce/v2/shops/summaries"), { signal }),
    staleTime: Infinity,
  });
  return (shops.data ?? [])
    .filter(({ restaurantId }) => allowed.length === 0 || allowed.includes(restaurantId))
    .map(({ restaurantId, displayName, latitude, longitude }) => ({
      id: restaurantId,
      name: displayName.replace(CHAIN, ""),
      lat: latitude,
      lng: longitude,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "fi"));
}
