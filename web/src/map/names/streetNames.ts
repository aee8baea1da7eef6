/** Which streets have their names shown: those that the route touches or crosses. */
import { type Background, type Kind, overlaps } from "../ground/features";
import { type Place } from "../geo";
import { toWorld } from "../mercator";
import { chain, distanceTo, type Point, pointsOf, sampled } from "./line";

/** A street by name, as one or more lines in the world of zoom 0. */
export interface NamedStreet {
  name: string;
  kind: Kind;
  lines: Point[][];
}

const ROADS: readonly Kind[] = ["main", "street", "service", "path"];
/** What is this near to the route is touched by it; pixels of zoom 0, about 11 m in Helsinki. */
const TOUCH = 0.00014;

/** All streets that have a name; those of one name as one. */
export function namedStreets({ features }: Background): NamedStreet[] {
  const byName = new Map<string, { kind: Kind; lines: Point[][] }>();
  for (const { kind, name, lines } of features) {
    if (name === null || !ROADS.includes(kind)) continue;
    const street = byName.get(name) ?? { kind, lines: [] };
    // A street is as wide as the widest part of it.
    if (ROADS.indexOf(kind) < ROADS.indexOf(street.kind)) street.kind = kind;
    street.lines.push(...lines.map(pointsOf));
    byName.set(name, street);
  }
  return [...byName].map(([name, { kind, lines }]) => ({ name, kind, lines: chain(lines) }));
}

/** Those of `streets` that a route touches or crosses, those that it follows longest first. */
export function touchedBy(route: readonly Place[], streets: readonly NamedStreet[]): NamedStreet[] {
  const points = sampled(route.map(toWorld), TOUCH / 2);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const near = [
    Math.min(...xs) - TOUCH,
    Math.min(...ys) - TOUCH,
    Math.max(...xs) + TOUCH,
    Math.max(...ys) + TOUCH,
  ];
  const box = near as [number, number, number, number];
  return streets
    .map((street) => {
      const lines = street.lines.filter((line) => overlaps(box, boxOf(line)));
      return {
        street,
        touched: points.filter((point) => lines.some((line) => distanceTo(line, point) <= TOUCH)).length,
      };
    })
    .filter(({ touched }) => touched > 0)
    .toSorted((one, other) => other.touched - one.touched)
    .map(({ street }) => street);
}

function boxOf(line: readonly Point[]): [number, number, number, number] {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
