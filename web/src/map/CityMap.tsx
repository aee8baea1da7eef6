import { memo, useMemo } from "react";
import { RestaurantArt } from "./Art";
import { CityCars } from "./city/CityCars";
import type { ChooseCar, CityCar } from "./city/CityCarsLayer";
import { ShowCity } from "./city/ShowCity";
import type { Place } from "./geo";
import styles from "./Map.module.css";
import { MapFrame } from "./MapFrame";
import { MapPane } from "./MapPane";
import { Names } from "./names/Names";
import { REACH } from "./names/obstacles";
import { type Readable, useObservable } from "./observable";
import { Pin } from "./Pin";
import { MAP } from "./texts";

interface CityFrameProps {
  /** Always the same ones while nothing of them changes. */
  restaurants: readonly (Place & { id: string; name: string })[];
  /** The map's accessible name. */
  label: string;
}

/** What the map of the city shows, and who hears which car was pressed. */
export interface CityMapProps extends CityFrameProps {
  cars: readonly CityCar[];
  /** The places that the first view must show; all restaurants and cars where it is not given. */
  focus?: readonly Place[] | undefined;
  onChoose?: ChooseCar;
}

/** All cars on the road, each as it drives. Keyboards choose them in the list beside the map. */
export default function CityMap({ cars, focus, onChoose, ...frame }: CityMapProps) {
  const choosing = useObservable(onChoose);
  // Whoever hears of the cars finds what is to be seen of them.
  const focusing = useObservable(focus);
  const driving = useObservable(cars);
  return <CityOnMap {...frame} cars={driving} focus={focusing} onChoose={choosing} />;
}

interface CityOnMapProps extends CityFrameProps {
  cars: Readable<readonly CityCar[]>;
  focus: Readable<readonly Place[] | undefined>;
  onChoose: Readable<ChooseCar | undefined>;
}

/** The map of the city, fed past React: positions render nothing. */
export const CityOnMap = memo(({ label, restaurants, cars, focus, onChoose }: CityOnMapProps) => {
  const signs = useMemo(
    () =>
      restaurants.map(({ lat, lng, name }) => ({
        lat,
        lng,
        reach: REACH.restaurant,
        label: { text: name, isOnlyOnDrawn: false },
      })),
    [restaurants],
  );
  const [only] = restaurants;
  const centre = restaurants.length === 1 && only ? only : null;
  return (
    <MapFrame label={label} hint={MAP.chooseByRow} of={restaurants} centre={centre}>
      <MapPane name="names">
        <Names hasMainStreets signs={signs} centre={centre} />
      </MapPane>
      <MapPane name="places">
        {restaurants.map((restaurant) => (
          <Pin key={restaurant.id} at={restaurant}>
            <RestaurantArt />
            <span className={styles["restaurantName"]}>{restaurant.name}</span>
          </Pin>
        ))}
      </MapPane>
      <MapPane name="cars">
        <CityCars cars={cars} onChoose={onChoose} />
      </MapPane>
      <ShowCity restaurants={restaurants} cars={cars} focus={focus} />
    </MapFrame>
  );
});
