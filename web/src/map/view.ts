/** Which part of the ground a map shows at first: all that matters, clear of what floats above the map. */
import type { Place } from "./geo";
import type { Box } from "./ground/features";
import { toPlace, toWorld } from "./mercator";

/** Where a map stands. */
export interface View {
  center: Place;
  zoom: number;
}

/** Pixels at the edges that are kept free. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The steps in which the map zooms. */
export const ZOOM_STEP = 0.25;

interface Frame {
  /** CSS pixels. */
  size: { x: number; y: number };
  margins: Margins;
  /** Never nearer than this. */
  maxZoom: number;
  minZoom: number;
  /** What there is to see, in the world of zoom 0: the view stays within it where it can. */
  within?: Box | undefined;
}

/** The nearest view of all `places`; `null` where there are none. */
export function viewOf(places: readonly Place[], frame: Frame): View | null {
  if (places.length === 0) return null;
  const { size, margins, maxZoom, minZoom, within } = frame;
  const points = places.map(toWorld);
  const across = endsOf(points.map(({ x }) => x));
  const down = endsOf(points.map(({ y }) => y));
  const wide = Math.max(1, size.x - margins.left - margins.right);
  const high = Math.max(1, size.y - margins.top - margins.bottom);
  const fitting = Math.log2(Math.min(wide / (across[1] - across[0]), high / (down[1] - down[0])));
  const stepped = Math.floor(fitting / ZOOM_STEP) * ZOOM_STEP;
  const zoom = Math.min(maxZoom, Math.max(minZoom, stepped));
  const scale = 2 ** zoom;
  const center = toPlace({
    x: middle(
      across,
      size.x / scale,
      margins.left / scale,
      margins.right / scale,
      within && [within[0], within[2]],
    ),
    y: middle(
      down,
      size.y / scale,
      margins.top / scale,
      margins.bottom / scale,
      within && [within[1], within[3]],
    ),
  });
  return { center, zoom };
}

type Ends = readonly [least: number, most: number];

/** The middle of a view of `size` that shows what is needed between its margins, and if it can only what there is. */
function middle(needed: Ends, size: number, before: number, after: number, within: Ends | undefined): number {
  const free = [needed[1] + after - size / 2, needed[0] - before + size / 2] as const;
  const wanted = (free[0] + free[1]) / 2;
  if (!within) return wanted;
  return clamp(clamp(wanted, within[0] + size / 2, within[1] - size / 2), free[0], free[1]);
}

/** Between the two, in whichever order they are. */
function clamp(value: number, one: number, other: number): number {
  return Math.min(Math.max(one, other), Math.max(Math.min(one, other), value));
}

/** Whether `place` is in `view`, clear of its margins. */
export function isInView(
  place: Place,
  view: View,
  { size, margins }: Pick<Frame, "size" | "margins">,
): boolean {
  const scale = 2 ** view.zoom;
  const [at, center] = [toWorld(place), toWorld(view.center)];
  const x = (at.x - center.x) * scale + size.x / 2;
  const y = (at.y - center.y) * scale + size.y / 2;
  return x >= margins.left && x <= size.x - margins.right && y >= margins.top && y <= size.y - margins.bottom;
}

function endsOf(values: readonly number[]): Ends {
  return [Math.min(...values), Math.max(...values)];
}
