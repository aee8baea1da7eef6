/** The Mercator map, on which a map's places stand as they do on the screen. */
import type { Place } from "./track";

export type Point = readonly [x: number, y: number];

/** A place on the Mercator map, in radians, downwards as screens count. */
export function flat({ lat, lng }: Place): Point {
  const latitude = (lat * Math.PI) / 180;
  return [(lng * Math.PI) / 180, -Math.asinh(Math.tan(latitude))];
}
