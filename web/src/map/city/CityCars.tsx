import { createElementObject, createLayerComponent, type LayerProps } from "@react-leaflet/core";
import type { Readable } from "../observable";
import { type ChooseCar, type CityCar, CityCarsLayer } from "./CityCarsLayer";

interface CityCarsProps extends LayerProps {
  cars: Readable<readonly CityCar[]>;
  /** Hears which car was pressed. */
  onChoose: Readable<ChooseCar | undefined>;
}

/** All cars of the city. */
export const CityCars = createLayerComponent<CityCarsLayer, CityCarsProps>(
  ({ cars, onChoose, pane }, context) =>
    createElementObject(new CityCarsLayer(cars, onChoose, pane), context),
);
