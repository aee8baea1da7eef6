import { type ReactNode, useMemo } from "react";
import { useObservable } from "../../map/observable";
import { MAP } from "../texts";
import { CarChip } from "./CarChip";
import { MapBoundary } from "../../map/MapBoundary";
import type { MapView } from "./mapOf";
import styles from "./OrderMap.module.css";
import { type fetchMap, useDeliveryMap } from "./useDeliveryMap";

interface OrderMapProps {
  view: MapView;
  /** The map in words, for who does not see it. */
  words: string;
  /** For a narrow column. */
  small?: boolean;
  /** What stands in its place where the map cannot be had. */
  instead: ReactNode;
  /** Where the map's code comes from. */
  fetch?: typeof fetchMap;
}

/** The map of one order, with what is known of the car on it. Until it has come, its calm ground stands in its place. */
export function OrderMap({ view, words, small = false, instead, fetch }: OrderMapProps) {
  const draw = useDeliveryMap(fetch);
  const { lat, lng } = view.home;
  const home = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { home: homeName, restaurant: restaurantName } = view.names;
  const names = useMemo(() => ({ home: homeName, restaurant: restaurantName }), [homeName, restaurantName]);
  const position = view.car?.position;
  const fix = useMemo(() => (position ? { ...position, at: Date.parse(position.at) } : null), [position]);
  // Told past React: a position renders nothing of the map.
  const car = useObservable(fix);
  if (draw === "failed") return instead;
  return (
    <MapBoundary instead={instead}>
      <div className={`${styles["map"]} ${small ? styles["small"] : ""}`} data-map-frame>
        <p className="sr-only">{words}</p>
        {draw !== "loading" &&
          draw({
            home,
            restaurant: view.restaurant,
            names,
            car,
            isStale: view.car?.isStale ?? false,
            route: view.route,
            small,
            label: MAP.label,
          })}
        <CarChip view={view} small={small} />
      </div>
    </MapBoundary>
  );
}
