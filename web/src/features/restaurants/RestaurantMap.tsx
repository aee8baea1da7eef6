import { lazy, Suspense, useMemo, useState } from "react";
import type { ShopSummary } from "../../api/wire";
import { MapBoundary } from "../../map/MapBoundary";
import { isShut } from "./shopHours";
import { LIST } from "./texts";
import { arriving } from "../../lib/arriving";

/** The map's code is large, and comes when a map is looked at. */
const ShopMap = lazy(() => arriving(() => import("../../map/ShopMap")));

interface RestaurantMapProps {
  shops: readonly ShopSummary[];
  label: string;
  litId?: string | null;
  onLight?: (id: string | null) => void;
  onChoose?: (id: string) => void;
}

/** Restaurants on the map, those that are shut in grey. */
export function RestaurantMap({ shops, label, litId = null, onLight, onChoose }: RestaurantMapProps) {
  const [now] = useState(() => Date.now());
  const marks = useMemo(
    () =>
      shops.map((shop) => ({
        id: shop.shopId,
        name: shop.displayName.replace(/^Ovelle /, ""),
        lat: shop.latitude,
        lng: shop.longitude,
        isShut: isShut(shop, now),
      })),
    [shops, now],
  );
  return (
    <MapBoundary instead={<p>{LIST.noMap}</p>}>
      <Suspense>
        <ShopMap
          label={label}
          shops={marks}
          home={null}
          chosenId={null}
          litId={litId}
          {...(onLight && { onLight })}
          {...(onChoose && { onChoose })}
        />
      </Suspense>
    </MapBoundary>
  );
}
