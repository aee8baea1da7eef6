import { useState } from "react";
import { createPortal } from "react-dom";
import { CarArt, HomeArt, RestaurantArt } from "./Art";
import { type Delivery, DeliveryScene } from "./deliveryScene";
import { isCalm, MapFrame } from "./MapFrame";
import { makePin } from "./pins";

/** What the map of one delivery shows, and how. */
export interface DeliveryMapProps extends Delivery {
  /** In a narrow place: no zoom buttons, narrower margins. */
  small?: boolean;
  /** The map's accessible name. */
  label: string;
}

/** One delivery: the customer's door, the restaurant, and the car as it drives. */
export default function DeliveryMap({ small = false, label, ...delivery }: DeliveryMapProps) {
  const [pins] = useState(makePins);
  const { home, restaurant, car, isStale, route } = delivery;
  return (
    <MapFrame
      label={label}
      small={small}
      what={{ home, restaurant, car, isStale, route }}
      makeScene={(stage) => new DeliveryScene(stage, pins, small, isCalm)}
    >
      {createPortal(<HomeArt />, pins.home)}
      {createPortal(<RestaurantArt />, pins.restaurant)}
      {createPortal(<CarArt />, pins.turning)}
    </MapFrame>
  );
}

function makePins() {
  const [home, restaurant, car, turning] = [makePin(), makePin(), makePin(), makePin()];
  car.append(turning);
  return { home, restaurant, car, turning };
}
