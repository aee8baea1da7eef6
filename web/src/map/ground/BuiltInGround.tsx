import { createElementObject, createLayerComponent, type LayerProps } from "@react-leaflet/core";
import type { Background } from "./features";
import { GroundLayer } from "./GroundLayer";

interface BuiltInGroundProps extends LayerProps {
  /** Always the same one; `null` where nothing is known of the ground. */
  background: Background | null;
}

/** The built-in map under everything. */
export const BuiltInGround = createLayerComponent<GroundLayer, BuiltInGroundProps>(
  ({ background, pane }, context) => createElementObject(new GroundLayer(background, pane), context),
);
