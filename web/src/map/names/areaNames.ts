/** Sets the names of parks and waters: inside their area, clear of each other, of the route and of what stands there. */
import { areaView } from "./area";
import type { Point } from "./line";
import { collide, type Frame, isFree, type Placed } from "./place";

/** How high the letters of these names are, in pixels. */
const HEIGHT = 13;
/** Where names are tried, in shares of the area's length and breadth from its middle. */
const ALONG = [0, -0.15, 0.15, -0.3, 0.3, -0.4, 0.4];
const ACROSS = [0, -0.2, 0.2, -0.35, 0.35];

/** Where the name of the area within `ring` stands; `null` where there is no room for it. */
export function placeArea(
  text: string,
  ring: readonly Point[],
  width: number,
  frame: Frame,
  taken: readonly Placed[] = [],
): Placed | null {
  const { left, top } = frame;
  const inView = ring.map(({ x, y }) => ({ x: x - left, y: y - top }));
  const view = areaView(inView, frame.right - left, frame.bottom - top);
  if (!view || view.length < width * 0.9 || view.breadth < 16) return null;
  const { angle, length, breadth } = view;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (const across of ACROSS) {
    for (const along of ALONG) {
      const [by, off] = [along * length, across * breadth];
      const at: Placed = {
        text,
        x: view.middle.x + left + cos * by - sin * off,
        y: view.middle.y + top + sin * by + cos * off,
        angle,
        width,
        height: HEIGHT,
      };
      // In its middle a name may be longer than its area; anywhere else it lies within.
      const isInside = (along === 0 && across === 0) || endsOf(at).every((end) => isIn(ring, end));
      if (isInside && isFree(at, frame) && !taken.some((other) => collide(at, other))) return at;
    }
  }
  return null;
}

function endsOf({ x, y, angle, width }: Placed): Point[] {
  const [dx, dy] = [(Math.cos(angle) * width) / 2, (Math.sin(angle) * width) / 2];
  return [
    { x: x - dx, y: y - dy },
    { x, y },
    { x: x + dx, y: y + dy },
  ];
}

/** Whether a point is within a ring: a ray from it crosses the ring an odd number of times. */
function isIn(ring: readonly Point[], { x, y }: Point): boolean {
  return ring.reduce((inside, point, index) => {
    const before = ring.at(index - 1) ?? point;
    const crosses =
      point.y > y !== before.y > y &&
      x < ((before.x - point.x) * (y - point.y)) / (before.y - point.y) + point.x;
    return crosses ? !inside : inside;
  }, false);
}
