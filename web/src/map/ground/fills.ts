import type { Map as LeafletMap } from "leaflet";
import type { Background } from "./features";

/** Whether the built-in map fills the view, to the pixel that a view may be off. */
export function fills(map: LeafletMap, { box: [left, top, right, bottom] }: Background): boolean {
  const scale = 2 ** map.getZoom();
  const { min, max } = map.getPixelBounds();
  if (!min || !max) return false;
  return (
    min.x >= left * scale - 1 &&
    min.y >= top * scale - 1 &&
    max.x <= right * scale + 1 &&
    max.y <= bottom * scale + 1
  );
}
