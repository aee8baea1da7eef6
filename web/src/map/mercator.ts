/** The map's projection, as every web map has it. */
import type { Place } from "./geo";

/** A point of the whole world drawn 256 px wide; times 2^zoom it is in pixels of that zoom. */
export interface WorldPoint {
  x: number;
  y: number;
}

/** Side of the world at zoom 0, in pixels. */
const WORLD = 256;

/** Where a place lies in the world of zoom 0. */
export function toWorld({ lat, lng }: Place): WorldPoint {
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * WORLD,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD,
  };
}

/** The place at a point of the world of zoom 0. */
export function toPlace({ x, y }: WorldPoint): Place {
  const lat = (2 * Math.atan(Math.exp((0.5 - y / WORLD) * 2 * Math.PI)) - Math.PI / 2) * (180 / Math.PI);
  return { lat, lng: (x / WORLD) * 360 - 180 };
}
