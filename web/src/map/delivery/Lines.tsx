import {
  createElementObject,
  createLayerComponent,
  type LayerProps,
  useLeafletContext,
} from "@react-leaflet/core";
import { type Renderer, SVG } from "leaflet";
import { useEffect, useState } from "react";
import { type RouteEnds, type RouteFeeds, RouteLayer } from "./RouteLayer";
import { TrailLayer } from "./TrailLayer";

interface TrailLineProps extends LayerProps, Pick<RouteFeeds, "strides"> {
  renderer: Renderer;
}

const TrailLine = createLayerComponent<TrailLayer, TrailLineProps>(({ strides, renderer }, context) =>
  createElementObject(new TrailLayer(strides, renderer), context),
);

interface RouteLineProps extends LayerProps, RouteEnds, RouteFeeds {
  renderer: Renderer;
}

const RouteLine = createLayerComponent<RouteLayer, RouteLineProps>(
  ({ home, restaurant, look, isStale, renderer, ...feeds }, context) =>
    createElementObject(new RouteLayer({ home, restaurant, look, isStale }, feeds, renderer), context),
  (route, ends) => route.show(ends),
);

/** The way that the car was seen to come, and the one that lies ahead of it, as one picture. */
export function Lines(props: RouteEnds & RouteFeeds) {
  const { pane = "overlayPane" } = useLeafletContext();
  // It draws a good way beyond the view, so that a drag finds the lines there.
  const [renderer] = useState(() => new SVG({ pane, padding: 0.5 }));
  // The lines put it on the map; nobody else takes it off.
  useEffect(() => () => void renderer.remove(), [renderer]);
  return (
    <>
      <TrailLine strides={props.strides} renderer={renderer} />
      <RouteLine {...props} renderer={renderer} />
    </>
  );
}
