/** Which part of the ground a map shows at first: all that matters, clear of what floats above the map. */
import type { Place } from "./geo";
import type { Box } from "./ground/features";
import { toPlace, toWorld, type WorldPoint } from "./mercator";

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

/** CSS pixels at each edge of the ground that are never shown: views are rounded to whole pixels. */
export const RIM = 2;

/** From here a town is seen as a whole. */
const TOWN_ZOOM = 13;

interface Frame {
  /** CSS pixels. */
  size: Size;
  margins: Margins;
  /** Never nearer than this. */
  maxZoom: number;
  minZoom: number;
  /** All the ground there is, in the world of zoom 0: the view never shows what is beyond. */
  within?: Box | undefined;
}

/** A size in CSS pixels. */
export interface Size {
  x: number;
  y: number;
}

/** The furthest zoom at which a map of `size` shows nothing beyond `box`. */
export function leastZoomIn([left, top, right, bottom]: Box, { x, y }: Size): number {
  return Math.log2(Math.max((x + 2 * RIM) / (right - left), (y + 2 * RIM) / (bottom - top)));
}

/** How far off a map of `size` is useful that shows what `box` holds: some steps further than it needs to be. */
export function furthestZoomOf([left, top, right, bottom]: Box, { x, y }: Size): number {
  const fitting = Math.log2(Math.min(x / (right - left), y / (bottom - top)));
  return Math.min(TOWN_ZOOM, Math.floor(fitting) - 2);
}

/** The nearest view of all `places` that is clear of the margins; `null` where there is none. */
export function fittingView(places: readonly Place[], frame: Frame): View | null {
  if (places.length === 0) return null;
  const needed = endsOf(places);
  for (const zoom of zoomsOf(needed, frame)) {
    const [left, top] = [startOf(needed, 0, zoom, frame), startOf(needed, 1, zoom, frame)];
    if (left !== null && top !== null) return viewFrom(left, top, zoom, frame.size);
  }
  return null;
}

/**
 * The view that shows as many of `places` as it can and the first of them in any case: clear of the margins, or at least
 * of `tight` ones where the ground ends near by. `null` where there are no places.
 */
export function viewOf(
  places: readonly Place[],
  { tight, ...frame }: Frame & { tight: Margins },
): View | null {
  const [first] = places;
  const { within, size } = frame;
  const fitting = fittingView(places, frame) ?? fittingView(places, { ...frame, margins: tight });
  if (fitting || !first || !within) return fitting;
  // Too far apart for this piece of ground: the first, with the others as near as they can be.
  const zoom = Math.max(frame.minZoom, leastZoomIn(within, size));
  const all = endsOf(places);
  const only = endsOf([first]);
  const start = (axis: Axis) => {
    const wanted = middleOf(freeStarts(all[axis], axis, zoom, { ...frame, margins: tight }));
    const seen = clamp(wanted, freeStarts(only[axis], axis, zoom, { ...frame, margins: tight }));
    return clamp(seen, groundStarts(axis, zoom, within, size));
  };
  return viewFrom(start(0), start(1), zoom, size);
}

/** Whether a map of `size` that stands at `view` shows nothing beyond `box`. */
export function isWithin({ center, zoom }: View, size: Size, [left, top, right, bottom]: Box): boolean {
  const { x, y } = toWorld(center);
  const [wide, high] = [size.x / 2 / 2 ** zoom, size.y / 2 / 2 ** zoom];
  return x - wide >= left && x + wide <= right && y - high >= top && y + high <= bottom;
}

/** Whether `place` is on the ground that `box` holds. */
export function holds([left, top, right, bottom]: Box, place: Place): boolean {
  const { x, y } = toWorld(place);
  return x >= left && x <= right && y >= top && y <= bottom;
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

type Ends = readonly [least: number, most: number];
type Axis = 0 | 1;

/** The zooms to try, nearest first. Without ground around them the first one will do. */
function zoomsOf([across, down]: readonly [Ends, Ends], frame: Frame): number[] {
  const { size, margins, maxZoom, minZoom, within } = frame;
  const wide = Math.max(1, size.x - margins.left - margins.right);
  const high = Math.max(1, size.y - margins.top - margins.bottom);
  const fitting = Math.log2(Math.min(wide / (across[1] - across[0]), high / (down[1] - down[0])));
  const stepped = Math.floor(fitting / ZOOM_STEP) * ZOOM_STEP;
  if (!within) return [clamp(stepped, [minZoom, maxZoom])];
  const least = Math.max(minZoom, leastZoomIn(within, size));
  const zooms: number[] = [];
  for (let zoom = Math.min(maxZoom, stepped); zoom > least; zoom -= ZOOM_STEP) zooms.push(zoom);
  return [...zooms, least];
}

/** Where a view begins on an axis: what is needed is between its margins, and no ground ends in it. */
function startOf(needed: readonly [Ends, Ends], axis: Axis, zoom: number, frame: Frame): number | null {
  const free = freeStarts(needed[axis], axis, zoom, frame);
  if (!frame.within) return middleOf(free);
  const both = shared(free, groundStarts(axis, zoom, frame.within, frame.size));
  return both && clamp(middleOf(free), both);
}

/** So that what is needed is between the margins; the greater before the lesser where it cannot be. */
function freeStarts([least, most]: Ends, axis: Axis, zoom: number, { size, margins }: Frame): Ends {
  const scale = 2 ** zoom;
  const [long, before, after] =
    axis === 0 ? [size.x, margins.left, margins.right] : [size.y, margins.top, margins.bottom];
  return [most - (long - after) / scale, least - before / scale];
}

/** So that no ground ends in the view. */
function groundStarts(axis: Axis, zoom: number, within: Box, { x, y }: Size): Ends {
  const scale = 2 ** zoom;
  const rim = RIM / scale;
  return axis === 0
    ? [within[0] + rim, within[2] - rim - x / scale]
    : [within[1] + rim, within[3] - rim - y / scale];
}

/** What two ranges share, to a hair's breadth; `null` where that is nothing. */
function shared(one: Ends, other: Ends): Ends | null {
  const [least, most] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
  return least - most < 1e-12 ? [Math.min(least, most), Math.max(least, most)] : null;
}

function viewFrom(left: number, top: number, zoom: number, { x, y }: Size): View {
  const scale = 2 ** zoom;
  return { center: toPlace({ x: left + x / 2 / scale, y: top + y / 2 / scale }), zoom };
}

function middleOf([least, most]: Ends): number {
  return (least + most) / 2;
}

/** Between the two, in whichever order they are. */
function clamp(value: number, [one, other]: Ends): number {
  return Math.min(Math.max(one, other), Math.max(Math.min(one, other), value));
}

function endsOf(places: readonly Place[]): [across: Ends, down: Ends] {
  const points: WorldPoint[] = places.map(toWorld);
  const of = (values: number[]): Ends => [Math.min(...values), Math.max(...values)];
  return [of(points.map(({ x }) => x)), of(points.map(({ y }) => y))];
}

/** The box that holds all of `places`, of which there is one at least. */
export function boxAround(places: readonly Place[]): Box {
  const [[left, right], [top, bottom]] = endsOf(places);
  return [left, top, right, bottom];
}
