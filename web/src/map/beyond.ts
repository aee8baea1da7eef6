/** Where a sign stands at the edge of a map for a place that is out of view. */
import type { Size } from "./view";

/** A point of the map's container, in CSS pixels from its upper left corner. */
interface Spot {
  x: number;
  y: number;
}

/** How far the sign's middle stays from the edges, in pixels; below there is what floats above the map. */
export const INSET = { top: 30, right: 30, bottom: 84, left: 30 };
/** A place this near to the edge is still seen. */
const SEEN = 4;

/** The sign of a place at `at`, and the direction to it in degrees clockwise from up; `null` where the place is in view. */
export function beyond(at: Spot, { x, y }: Size): (Spot & { degrees: number }) | null {
  if (at.x >= SEEN && at.x <= x - SEEN && at.y >= SEEN && at.y <= y - SEEN) return null;
  const spot = {
    x: Math.min(Math.max(at.x, INSET.left), x - INSET.right),
    y: Math.min(Math.max(at.y, INSET.top), Math.max(INSET.top, y - INSET.bottom)),
  };
  const degrees = (Math.atan2(at.x - spot.x, spot.y - at.y) * 180) / Math.PI;
  return { ...spot, degrees: (degrees + 360) % 360 };
}
