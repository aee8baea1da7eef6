import { useEffect, useState } from "react";
import type { Place } from "../geo";
import type { Fix } from "../glide";
import { useBackground } from "../ground/background";
import { useStage } from "../MapContainer";
import type { Readable } from "../observable";
import type { Stride } from "./CarLayer";
import { DeliveryCamera } from "./DeliveryCamera";

interface FollowCarProps {
  home: Place | null;
  restaurant: Place | null;
  car: Readable<Fix | null>;
  strides: Readable<Stride | null>;
  isSmall: boolean;
}

/** Moves the map so that it shows what matters of the delivery. */
export function FollowCar({ home, restaurant, car, strides, isSmall }: FollowCarProps) {
  const stage = useStage();
  const background = useBackground();
  const [camera] = useState(() => new DeliveryCamera(stage, car, strides, isSmall));
  useEffect(() => camera.start(), [camera]);
  useEffect(() => camera.show({ home, restaurant, background }), [camera, home, restaurant, background]);
  return null;
}
