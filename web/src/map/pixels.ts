/** Where things go in Leaflet's panes, to the fraction of a pixel. Leaflet's own answers are whole pixels. */
import { DomUtil, type LatLng, type Map as LeafletMap, type Point } from "leaflet";

/** The world pixel at the upper left of the map's panes once the map stands at `center` and `zoom`. */
export function originAfter(map: LeafletMap, center: LatLng, zoom: number): Point {
  const pane = DomUtil.getPosition(map.getPane("mapPane") ?? map.getContainer());
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
}
