import { useEffect, useState } from "react";
import { CityCamera } from "../city/CityCamera";
import type { Place } from "../geo";
import { useBackground } from "../ground/background";
import { useStage } from "../MapContainer";
import { Observable, useObservable } from "../observable";

/** Moves the map so that it shows all of `places`, and again when they are others. */
export function ShowShops({ places }: { places: readonly Place[] }) {
  const stage = useStage();
  const background = useBackground();
  const focus = useObservable(places);
  const [camera] = useState(() => new CityCamera(stage, new Observable<readonly Place[]>([]), focus));
  useEffect(() => camera.start(), [camera]);
  useEffect(() => {
    const wasShown = stage.view !== null;
    camera.show({ restaurants: places, background });
    if (wasShown) stage.centre(true);
  }, [camera, stage, places, background]);
  return null;
}
