import { createElementObject, createLayerComponent, type LayerProps } from "@react-leaflet/core";
import type { Place } from "../geo";
import type { Background } from "./features";
import { GroundLayer } from "./GroundLayer";

interface BuiltInGroundProps extends LayerProps {
  /** Always the same one; `null` where nothing is known of the ground. */
  background: Background | null;
  /** Where no streets are drawn, distances are told around this place. */
  centre: Place | null;
}

/** The ground under everything, as the page draws it itself. */
export const BuiltInGround = createLayerComponent<GroundLayer, BuiltInGroundProps>(
  ({ background, centre, pane }, context) =>
    createElementObject(new GroundLayer(background, centre, pane), context),
  (ground, { centre }, before) => {
    if (centre !== before.centre) ground.setCentre(centre);
  },
);
