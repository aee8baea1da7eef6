import {
  createElementHook,
  createElementObject,
  createLayerHook,
  type LayerProps,
} from "@react-leaflet/core";
import { createPortal } from "react-dom";
import { CarArt } from "../Art";
import type { Fix } from "../glide";
import type { Observable, Readable } from "../observable";
import { CarLayer, type Stride } from "./CarLayer";

interface CarProps extends LayerProps {
  /** Its newest report; `null` takes it off the map. */
  car: Readable<Fix | null>;
  /** Its position is too old to be trusted. */
  isStale: boolean;
  /** Hears where it is drawn; `null` where it is not. */
  strides: Observable<Stride | null>;
}

const useCar = createLayerHook(
  createElementHook<CarLayer, CarProps>(
    ({ car, isStale, strides, pane }, context) => {
      const layer = new CarLayer(car, strides, pane);
      layer.setStale(isStale);
      return createElementObject(layer, context);
    },
    (layer, { isStale }) => layer.setStale(isStale),
  ),
);

/** The car that brings the delivery, as it drives. */
export function Car(props: CarProps) {
  return createPortal(<CarArt />, useCar(props).current.instance.turning);
}
