import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { RestaurantArt } from "./Art";
import { type City, CityScene } from "./cityScene";
import styles from "./Map.module.css";
import { isCalm, MapFrame } from "./MapFrame";
import { makePin } from "./pins";
import { MAP } from "./texts";

/** What the map of the city shows, and who hears which car was pressed. */
export interface CityMapProps extends City {
  onChoose?: (carId: string) => void;
  /** The map's accessible name. */
  label: string;
}

/** All cars on the road, each as it drives. Keyboards choose them in the list beside the map. */
export default function CityMap({ label, onChoose, cars, restaurants, focus }: CityMapProps) {
  const [pins] = useState(() => new Map<string, HTMLElement>());
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  const pinOf = (id: string) => {
    const pin = pins.get(id) ?? makePin();
    pins.set(id, pin);
    return pin;
  };
  return (
    <MapFrame
      label={label}
      hint={MAP.chooseByRow}
      what={{ cars, restaurants, focus }}
      makeScene={(stage) => new CityScene(stage, pinOf, (carId) => choose.current?.(carId), isCalm)}
    >
      {restaurants.map(({ id, name }) => createPortal(<NamedRestaurant name={name} />, pinOf(id), id))}
    </MapFrame>
  );
}

function NamedRestaurant({ name }: { name: string }) {
  return (
    <>
      <RestaurantArt />
      <span className={styles["restaurantName"]}>{name}</span>
    </>
  );
}
