/** Where the name of a park or a water stands: in the middle of what is seen of it, along it where it is long. */
import type { Point } from "./line";

/** What is seen of an area. */
export interface AreaView {
  middle: Point;
  /** Of the long side, in radians; 0 where it is about as wide as high. */
  angle: number;
  /** How far it reaches along that angle, and across. */
  length: number;
  breadth: number;
}

/** More than this much longer than broad, an area has a direction. */
const LONG = 2.2;

/** What is seen of `ring` in a frame from 0, 0; `null` where that is nothing. */
export function areaView(ring: readonly Point[], width: number, height: number): AreaView | null {
  const seen = clip(ring, width, height);
  const middle = centroid(seen);
  if (!middle) return null;
  const axis = principal(seen, middle);
  const [length, breadth] = reach(seen, axis);
  if (length > breadth * LONG) return { middle, angle: axis, length, breadth };
  const [wide, high] = reach(seen, 0);
  return { middle, angle: 0, length: wide, breadth: high };
}

/** Cuts a ring at the four sides of the frame, one after the other. */
function clip(ring: readonly Point[], width: number, height: number): Point[] {
  const sides: ((point: Point) => number)[] = [
    ({ x }) => x,
    ({ x }) => width - x,
    ({ y }) => y,
    ({ y }) => height - y,
  ];
  return sides.reduce<Point[]>(
    (points, inside) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        const [here, there] = [inside(point), inside(before)];
        const share = there / (there - here);
        const crossing = {
          x: before.x + (point.x - before.x) * share,
          y: before.y + (point.y - before.y) * share,
        };
        if (here >= 0) return there >= 0 ? [point] : [crossing, point];
        return there >= 0 ? [crossing] : [];
      }),
    [...ring],
  );
}

function centroid(ring: readonly Point[]): Point | null {
  let [area, x, y] = [0, 0, 0];
  ring.forEach((point, index) => {
    const before = ring.at(index - 1) ?? point;
    const cross = before.x * point.y - point.x * before.y;
    area += cross;
    x += (before.x + point.x) * cross;
    y += (before.y + point.y) * cross;
  });
  return Math.abs(area) < 1 ? null : { x: x / (3 * area), y: y / (3 * area) };
}

/** The direction in which the ring's points are spread most, in radians; never upside down. */
function principal(ring: readonly Point[], middle: Point): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (const { x, y } of ring) {
    xx += (x - middle.x) ** 2;
    yy += (y - middle.y) ** 2;
    xy += (x - middle.x) * (y - middle.y);
  }
  return 0.5 * Math.atan2(2 * xy, xx - yy);
}

function reach(ring: readonly Point[], angle: number): [along: number, across: number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  return [span(ring.map(({ x, y }) => x * cos + y * sin)), span(ring.map(({ x, y }) => y * cos - x * sin))];
}
