import { useMemo, useState } from "react";
import { HomeArt, RestaurantArt } from "./Art";
import { Car } from "./delivery/Car";
import type { Stride } from "./delivery/CarLayer";
import { FollowCar } from "./delivery/FollowCar";
import { Lines } from "./delivery/Lines";
import type { Place } from "./geo";
import type { Fix } from "./glide";
import { MapFrame } from "./MapFrame";
import { MapPane } from "./MapPane";
import { Names } from "./names/Names";
import { Observable, type Readable } from "./observable";
import { Pin } from "./Pin";

/** What the map of one delivery shows, and how. */
export interface DeliveryMapProps {
  home: Place | null;
  restaurant: Place | null;
  /** The newest known, told past React; `null`: none to show. */
  car: Readable<Fix | null>;
  /** The car's position is too old to be trusted. */
  isStale: boolean;
  route: "solid" | "dots" | "none";
  /** In a narrow place: no zoom buttons, narrower margins. */
  small?: boolean;
  /** The map's accessible name. */
  label: string;
}

/** One delivery: the customer's door, the restaurant, and the car as it drives. */
export default function DeliveryMap(props: DeliveryMapProps) {
  const { home, restaurant, car, isStale, route, small = false, label } = props;
  const [strides] = useState(() => new Observable<Stride | null>(null));
  const [way] = useState(() => new Observable<readonly Place[] | null>(null));
  const signs = useMemo(() => {
    const all = [home && { ...home, reach: 34 }, restaurant && { ...restaurant, reach: 20 }];
    return all.filter((sign) => sign !== null);
  }, [home, restaurant]);
  return (
    <MapFrame label={label} small={small}>
      <MapPane name="names">
        <Names way={way} signs={signs} />
      </MapPane>
      <MapPane name="route">
        <Lines
          home={home}
          restaurant={restaurant}
          look={route}
          isStale={isStale}
          car={car}
          strides={strides}
          way={way}
        />
      </MapPane>
      <MapPane name="places">
        {restaurant && (
          <Pin at={restaurant}>
            <RestaurantArt />
          </Pin>
        )}
        {home && (
          <Pin at={home}>
            <HomeArt />
          </Pin>
        )}
      </MapPane>
      <MapPane name="cars">
        <Car car={car} isStale={isStale} strides={strides} />
      </MapPane>
      <FollowCar home={home} restaurant={restaurant} car={car} strides={strides} isSmall={small} />
    </MapFrame>
  );
}
