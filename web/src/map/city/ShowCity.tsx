import { useEffect, useState } from "react";
import type { Place } from "../geo";
import { useBackground } from "../ground/background";
import { useStage } from "../MapContainer";
import type { Readable } from "../observable";
import { CityCamera } from "./CityCamera";

interface ShowCityProps {
  restaurants: readonly Place[];
  cars: Readable<readonly Place[]>;
  /** What the first view must show; all restaurants and cars where it is not given. */
  focus: Readable<readonly Place[] | undefined>;
}

/** Moves the map so that it shows what matters of the city. */
export function ShowCity({ restaurants, cars, focus }: ShowCityProps) {
  const stage = useStage();
  const background = useBackground();
  const [camera] = useState(() => new CityCamera(stage, cars, focus));
  useEffect(() => camera.start(), [camera]);
  useEffect(() => camera.show({ restaurants, background }), [camera, restaurants, background]);
  return null;
}
