import { useQueries, useQuery } from "@tanstack/react-query";
import { get, send } from "../api/client";
import type { Availability, DeliveringShop, FoundShop, LatLng, OrderType, ShopSummary } from "../api/wire";
import { SHOPS } from "../shop/catalog/keys";
import { useShops } from "../shop/catalog/useCatalog";
import { useDebounced } from "../ui/useDebounced";
import type { Draft, ListedShop } from "./draft";
import { untilNextChange } from "./untilNextChange";

/** Restaurants that fit a draft, best first, as far as they are known. */
export interface ShopList {
  /** `null`: nothing was asked, or no answer has come. */
  shops: ListedShop[] | null;
  isFailed: boolean;
  retry: () => void;
}

const SEARCH_DELAY_MS = 500;

/** The restaurants that fit a draft at a time; `shown`: of how many the preorder is looked at (pickup and eat-in). */
export function useListedShops(draft: Draft, time: string | null, shown: number): ShopList {
  const { orderType, address } = draft;
  const isDelivery = orderType === "delivery";
  const chain = useShops();
  const delivering = useDelivering(isDelivery ? address : null, time);
  const found = useFound(isDelivery ? null : orderType, draft);
  const base = isDelivery ? delivering : found;
  const ids = isDelivery || time === null ? [] : (found.data ?? []).slice(0, shown).map(idOf);
  const atTime = useAvailabilities(ids, orderType, time);
  const known = new Map((chain.data ?? []).map((shop) => [shop.restaurantId, shop]));
  const rows = isDelivery
    ? delivering.data?.map((one) => deliveringRow(one, known.get(one.restaurantId), time))
    : found.data?.map((one) =>
        foundRow(one, known.get(one.restaurantId), time, atTime.get(one.restaurantId)),
      );
  return {
    shops: rows ?? null,
    isFailed: base.isError && base.data === undefined,
    retry: () => void base.refetch(),
  };
}

const idOf = ({ restaurantId }: { restaurantId: string }) => restaurantId;

function useDelivering(point: { latitude: number; longitude: number } | null, time: string | null) {
  const query = {
    lat: point?.latitude ?? 0,
    lng: point?.longitude ?? 0,
    ...(time === null ? {} : { preOrderTime: time }),
  };
  return useQuery({
    queryKey: [...SHOPS, "delivering", query],
    queryFn: ({ signal }) => send(get("/api/commerce/v2/shops/delivering", { query }), { signal }),
    enabled: point !== null,
    // At another time the same restaurants deliver to the same door; until it is known at what price, they stay.
    placeholderData: (before, asked) => {
      const was = asked?.queryKey[3];
      const isSame = typeof was === "object" && was.lat === query.lat && was.lng === query.lng;
      return isSame ? before : undefined;
    },
    refetchInterval: untilNextChange,
  });
}

function useFound(orderType: OrderType | null, { searchText, location, pinnedId }: Draft) {
  const q = useDebounced(searchText.trim(), SEARCH_DELAY_MS);
  const query = {
    q,
    orderType: orderType ?? "pickup",
    ...location,
    ...(pinnedId === null ? {} : { selected: pinnedId }),
  };
  return useQuery({
    queryKey: [...SHOPS, "search", query],
    queryFn: ({ signal }) => send(get("/api/commerce/v2/shops/search", { query }), { signal }),
    enabled: orderType !== null,
    placeholderData: (before) => before,
    refetchInterval: untilNextChange,
  });
}

/** How the restaurants stand at the time of a preorder. */
function useAvailabilities(
  ids: readonly string[],
  orderType: OrderType,
  time: string | null,
): ReadonlyMap<string, Availability> {
  return useQueries({
    queries: ids.map((shopId) => {
      const query = { orderType, ...(time === null ? {} : { preOrderTime: time }) };
      return {
        queryKey: [...SHOPS, shopId, "availability", query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          send(get("/api/commerce/v2/shops/{shopId}/availability", { path: { shopId }, query }), { signal }),
      };
    }),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, at) => {
          const id = ids[at];
          return data && id !== undefined ? [[id, data] as const] : [];
        }),
      ),
  });
}

function deliveringRow(one: DeliveringShop, shop: ShopSummary | undefined, time: string | null): ListedShop {
  const { restaurantId, displayName, selectorStatus, selectorText, zoneId, deliveryZoneVersion } = one;
  return {
    restaurantId,
    name: displayName,
    streetAddress: shop?.streetAddress ?? "",
    at: placeOf(shop),
    isOpen: selectorStatus === "Open",
    isShut: selectorStatus === "Closed",
    statusText: selectorText,
    distanceKm: one.distanceKm,
    fee: time === null ? one.deliveryFee : (one.preorderDeliveryFee ?? one.preorderMinimumDeliveryFee),
    estimateMinutes: one.estimateMinutes,
    zoneId,
    deliveryZoneVersion,
  };
}

/** In a search the status is of now; of a preorder it is asked for each restaurant. */
function foundRow(
  one: FoundShop,
  shop: ShopSummary | undefined,
  time: string | null,
  then: Availability | undefined,
): ListedShop {
  const { restaurantId, displayName, distanceKm } = one;
  const stands = time === null ? one : then;
  return {
    restaurantId,
    name: displayName,
    streetAddress: shop?.streetAddress ?? "",
    at: placeOf(shop),
    isOpen: stands ? stands.selectorStatus === "Open" : null,
    isShut: stands?.selectorStatus === "Closed",
    statusText: stands?.selectorText ?? "",
    distanceKm,
    fee: null,
    estimateMinutes: null,
    zoneId: null,
    deliveryZoneVersion: null,
  };
}

function placeOf(shop: ShopSummary | undefined): LatLng | null {
  return shop ? { lat: shop.latitude, lng: shop.longitude } : null;
}
