import { useMemo, useState } from "react";
import { DoorArt, HomeArt, RestaurantArt } from "./Art";
import { BeyondSign } from "./BeyondSign";
import { Car } from "./delivery/Car";
import type { Stride } from "./delivery/CarLayer";
import { FollowCar } from "./delivery/FollowCar";
import { Lines } from "./delivery/Lines";
import type { Place } from "./geo";
import type { Fix } from "./glide";
import styles from "./Map.module.css";
import { MapFrame } from "./MapFrame";
import { MapPane } from "./MapPane";
import { Names } from "./names/Names";
import { REACH, type Sign } from "./names/obstacles";
import { Observable, type Readable } from "./observable";
import { Pin } from "./Pin";

/** What the map of one delivery shows, and how. */
export interface DeliveryMapProps {
  home: Place | null;
  restaurant: Place | null;
  /** What the two are called where no street names say where they are. */
  names: { home: string; restaurant: string };
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
  const { home, restaurant, names, car, isStale, route, small = false, label } = props;
  const [strides] = useState(() => new Observable<Stride | null>(null));
  const [way] = useState(() => new Observable<readonly Place[] | null>(null));
  const signs = useMemo(() => {
    const of = (place: Place | null, reach: Sign["reach"], text: string): Sign[] =>
      place ? [{ ...place, reach, label: { text, isOnlyOnDrawn: true } }] : [];
    return [...of(home, REACH.home, names.home), ...of(restaurant, REACH.restaurant, names.restaurant)];
  }, [home, restaurant, names.home, names.restaurant]);
  const centre = home ?? restaurant;
  const of = useMemo(() => (centre ? [centre] : []), [centre]);
  return (
    <MapFrame label={label} small={small} of={of} centre={centre}>
      <MapPane name="names">
        <Names way={way} signs={signs} car={strides} centre={centre} />
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
            <span className={`${styles["restaurantName"]} ${styles["onDrawn"]}`}>{names.restaurant}</span>
          </Pin>
        )}
        {home && (
          <Pin at={home}>
            <HomeArt />
            <span className={`${styles["homeName"]} ${styles["onDrawn"]}`}>{names.home}</span>
          </Pin>
        )}
      </MapPane>
      <MapPane name="cars">
        <Car car={car} isStale={isStale} strides={strides} />
      </MapPane>
      {home && (
        <BeyondSign at={home}>
          <DoorArt />
        </BeyondSign>
      )}
      <FollowCar home={home} restaurant={restaurant} car={car} strides={strides} isSmall={small} />
    </MapFrame>
  );
}
