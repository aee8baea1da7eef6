/** What no name may lie under: what stands on the map, and what floats above it. */
import type { Map as LeafletMap } from "leaflet";
import type { Place } from "../geo";
import type { Point } from "./line";
import type { Rect } from "./place";

/** What stands on the map at a place. */
export interface Sign extends Place {
  /** How far it reaches from its place, in pixels. */
  reach: Rect;
  /** What is written under it; where it says so, only on ground without streets. */
  label?: { text: string; isOnlyOnDrawn: boolean };
}

/** How far the signs reach from their places, in pixels. */
export const REACH = {
  home: { left: 25, top: 56, right: 25, bottom: 8 },
  restaurant: { left: 20, top: 20, right: 20, bottom: 20 },
  car: { left: 24, top: 24, right: 24, bottom: 24 },
} as const satisfies Record<string, Rect>;

/** What is written under a sign is no wider than this, its lines are this high, and there are so many; as its style sheet has it. */
const LABEL = { width: 150, line: 15, lines: 2 };
/** What floats above the map may grow a little before the names are set again. */
const AIR = 6;

/** The sign as it stands at `at`, its label with it. */
export function standing(
  at: Point,
  { reach, label }: Sign,
  isDrawn: boolean,
  widthOf: (text: string) => number,
): Rect[] {
  const box = rectAround(at, reach);
  if (!label || (label.isOnlyOnDrawn && !isDrawn)) return [box];
  const width = widthOf(label.text);
  const half = Math.min(width, LABEL.width) / 2;
  const bottom = box.bottom + Math.min(LABEL.lines, Math.ceil(width / LABEL.width)) * LABEL.line;
  return [box, { left: at.x - half, top: box.bottom, right: at.x + half, bottom }];
}

export function rectAround({ x, y }: Point, { left, top, right, bottom }: Rect): Rect {
  return { left: x - left, top: y - top, right: x + right, bottom: y + bottom };
}

/** What floats above the map: all that is marked so in the frame around it; in pixels of the map's container. */
export function floatingAbove(map: LeafletMap): Rect[] {
  const container = map.getContainer();
  const frame = container.closest("[data-map-frame]") ?? container.parentElement;
  const origin = container.getBoundingClientRect();
  return [...(frame?.querySelectorAll("[data-above-map]") ?? [])]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - origin.left - AIR,
      top: top - origin.top - AIR,
      right: right - origin.left + AIR,
      bottom: bottom - origin.top + AIR,
    }));
}

/** The same rectangle elsewhere. */
export function moved({ left, top, right, bottom }: Rect, { x, y }: Point): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
