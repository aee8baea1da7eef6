/** The built-in map's data: a piece of the city, projected once. */
import { readMap } from "../../api/client";
import { toWorld } from "../mercator";

/** What a shape is; roads by how much traffic they carry, widest first. */
export type Kind = "water" | "green" | "building" | "rail" | "main" | "street" | "service" | "path";

/** A shape of the background. */
export interface Feature {
  kind: Kind;
  name: string | null;
  /** Rings of an area, or the one line; each a row of x, y in the world of zoom 0. */
  lines: Float64Array[];
  /** Its ends in that world: left, top, right, bottom. */
  box: Box;
}

export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The whole background. */
export interface Background {
  features: Feature[];
  /** South-west and north-east corner, each latitude and longitude. */
  bounds: [[number, number], [number, number]];
  /** The same corners in the world of zoom 0. */
  box: Box;
}

type Coordinates = [lng: number, lat: number][];
type Geometry =
  | { type: "LineString"; coordinates: Coordinates }
  | { type: "Polygon" | "MultiLineString"; coordinates: Coordinates[] }
  | { type: "MultiPolygon"; coordinates: Coordinates[][] };

/** `/map/background.json` as it is served. */
export interface BackgroundFile {
  bounds: [[number, number], [number, number]];
  features: {
    properties: { kind: string; class?: string; name?: string };
    geometry: Geometry;
  }[];
}

let loading: Promise<Background> | null = null;

/** The background, fetched once for all maps of the page; asked for anew after a failure. */
export function loadBackground(): Promise<Background> {
  loading ??= readMap<BackgroundFile>("background").then(readBackground);
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Projects what was served. */
export function readBackground({ features, bounds }: BackgroundFile): Background {
  const [[south, west], [north, east]] = bounds;
  const [from, to] = [toWorld({ lat: north, lng: west }), toWorld({ lat: south, lng: east })];
  return {
    bounds,
    box: [from.x, from.y, to.x, to.y],
    features: features.map(({ properties, geometry }) => {
      const lines = linesOf(geometry).map(project);
      // Roads are told apart by their class alone.
      const kind = (properties.kind === "road" ? (properties.class ?? "street") : properties.kind) as Kind;
      return { kind, name: properties.name ?? null, lines, box: boxOf(lines) };
    }),
  };
}

/** Whether two boxes share ground. */
export function overlaps(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}

function linesOf({ type, coordinates }: Geometry): Coordinates[] {
  if (type === "LineString") return [coordinates];
  return type === "MultiPolygon" ? coordinates.flat() : coordinates;
}

function project(coordinates: Coordinates): Float64Array {
  const line = new Float64Array(coordinates.length * 2);
  coordinates.forEach(([lng, lat], index) => {
    const { x, y } = toWorld({ lat, lng });
    line[index * 2] = x;
    line[index * 2 + 1] = y;
  });
  return line;
}

function boxOf(lines: readonly Float64Array[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let index = 0; index < line.length; index += 2) {
      const [x = 0, y = 0] = [line[index], line[index + 1]];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return [left, top, right, bottom];
}
