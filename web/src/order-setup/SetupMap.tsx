import { lazy, Suspense, useMemo, useState } from "react";
import type { ShopSummary } from "../api/wire";
import { MapBoundary } from "../map/MapBoundary";
import type { MarkedShop } from "../map/ShopMap";
import type { Draft, ListedShop } from "./draft";
import type { Lights } from "./ShopStep";
import { MAP } from "./texts";
import type { Setup } from "./useSetup";
import { arriving } from "../lib/arriving";

/** The map's code is large, and comes where there is room for a map or one is asked for. */
const ShopMap = lazy(() => arriving(() => import("../map/ShopMap")));

/** The restaurants of the list on the map; row and mark light together. */
export function SetupMap({ setup, lights }: { setup: Setup; lights: Lights }) {
  const { draft, act, list, shown, shop: chosen } = setup;
  const isDelivery = draft.orderType === "delivery";
  const listed = isDelivery ? list.shops : list.shops?.slice(0, shown);
  const marks = useKept(listed ? listed.flatMap(markOf) : allOf(setup));
  return (
    <MapBoundary instead={<p>{MAP.missing}</p>}>
      <Suspense>
        <ShopMap
          label={MAP.label}
          shops={marks}
          home={useHome(draft)}
          chosenId={chosen?.restaurantId ?? null}
          litId={lights.litId}
          onLight={lights.light}
          onChoose={(restaurantId) => act({ type: "chooseShop", restaurantId })}
        />
      </Suspense>
    </MapBoundary>
  );
}

/** Where it is delivered to, or where the person is. */
function useHome({ orderType, address, location }: Draft) {
  const lat = orderType === "delivery" ? address?.latitude : location?.lat;
  const lng = orderType === "delivery" ? address?.longitude : location?.lng;
  return useMemo(() => (lat === undefined || lng === undefined ? null : { lat, lng }), [lat, lng]);
}

function markOf({ restaurantId, name, at, isOpen }: ListedShop): MarkedShop[] {
  return at ? [{ ...at, id: restaurantId, name: shortName(name), isShut: isOpen === false }] : [];
}

/** Before anything is listed, all that is known: the wished one first, for that is where one looks. */
function allOf({ chain, draft }: Setup): MarkedShop[] {
  const isWished = (shop: ShopSummary) => shop.restaurantId === draft.restaurantId;
  return (chain.shops ?? [])
    .filter(({ openForPickupStatus }) => openForPickupStatus !== "Hidden")
    .toSorted((one, other) => Number(isWished(other)) - Number(isWished(one)))
    .map(({ restaurantId, displayName, latitude, longitude, physicalRestaurantStatus }) => ({
      id: restaurantId,
      name: shortName(displayName),
      lat: latitude,
      lng: longitude,
      isShut: physicalRestaurantStatus !== "Open",
    }));
}

/** On the map of our restaurants nobody need be told whose they are. */
function shortName(name: string): string {
  return name.replace(/^Ovelle /, "");
}

/** The same marks for as long as nothing of them changes: the map moves when they are others. */
function useKept(marks: readonly MarkedShop[]): readonly MarkedShop[] {
  const [kept, keep] = useState(marks);
  if (isSame(kept, marks)) return kept;
  keep(marks);
  return marks;
}

function isSame(some: readonly MarkedShop[], others: readonly MarkedShop[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => one.id === others[at]?.id && one.isShut === others[at].isShut)
  );
}
