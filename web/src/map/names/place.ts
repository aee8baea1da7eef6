/** Sets names along their streets: straight, upright, clear of each other and of the route. */
import { distanceTo, lengthOf, type Point, sampled, stretch } from "./line";

/** A name where it stands: its middle, in radians how it leans, and its box around that. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  angle: number;
  width: number;
  height: number;
}

/** A street of which the name is to be shown, in pixels of the frame. */
export interface StreetLine {
  text: string;
  line: readonly Point[];
}

/** What the names have to mind; pixels. */
export interface Frame {
  /** The seen part. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Empty where there is none. */
  route: readonly Point[];
  /** What stands on the map or floats above it. */
  obstacles: readonly Rect[];
}

/** An upright rectangle. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Room that a name keeps to what is around it. */
const GAP = 5;
/** A stretch that leaves its chord by more than this is too bent for a straight name. */
const BENT = 3.5;
/** Where names are tried along a street. */
const EVERY = 24;
/** How far the middle of the route is from the letters: half of its line with its edge, and a little air. */
const ROUTE_GAP = 7;

/** Places as many of the names as fit, each once, those that come first before the others. */
export function placeStreets(
  streets: readonly StreetLine[],
  widthOf: (text: string) => number,
  height: number,
  frame: Frame,
  taken: readonly Placed[] = [],
): Placed[] {
  const placed: Placed[] = [];
  for (const text of new Set(streets.map((street) => street.text))) {
    const width = widthOf(text);
    const candidates = streets
      .filter((street) => street.text === text)
      .flatMap(({ line }) => candidatesOn(text, line, width, height, frame))
      .toSorted((one, other) => one.cost - other.cost);
    const best = candidates.find(({ at }) => ![...taken, ...placed].some((other) => collide(at, other)));
    if (best) placed.push(best.at);
  }
  return placed;
}

function candidatesOn(text: string, line: readonly Point[], width: number, height: number, frame: Frame) {
  const candidates: { at: Placed; cost: number }[] = [];
  const all = lengthOf(line);
  for (let from = 0; from + width + 2 * GAP <= all; from += EVERY) {
    const part = stretch(line, from, from + width + 2 * GAP);
    const [one, other] = [part[0], part.at(-1)];
    if (!one || !other || part.some((point) => distanceTo([one, other], point) > BENT)) continue;
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    const angle = upright(Math.atan2(other.y - one.y, other.x - one.x));
    const on = { text, ...middle, angle, width, height };
    const isOnRoute = touches(on, frame.route);
    const side = height / 2 + ROUTE_GAP + 0.5;
    for (const at of isOnRoute ? [beside(on, -side), beside(on, side)] : [on]) {
      if (!isFree(at, frame)) continue;
      candidates.push({ at, cost: costOf(at, frame) + (isOnRoute ? 0 : 10) });
    }
  }
  return candidates;
}

/** Names are looked for near the route; without one, in the middle. */
function costOf(at: Placed, { route, left, right, top, bottom }: Frame): number {
  if (route.length > 1) return distanceTo(route, at);
  return Math.hypot(at.x - (left + right) / 2, at.y - (top + bottom) / 2);
}

/** Whether two names would touch. */
export function collide(one: Placed, other: Placed): boolean {
  if (Math.hypot(one.x - other.x, one.y - other.y) > (one.width + other.width) / 2 + GAP + one.height)
    return false;
  return discs(one).some((disc) =>
    discs(other).some(
      ({ x, y }) => Math.hypot(disc.x - x, disc.y - y) < (one.height + other.height) / 2 + GAP,
    ),
  );
}

/** Whether a name is seen as a whole, off the route, and under nothing. */
export function isFree(at: Placed, frame: Frame): boolean {
  return isSeen(at, frame) && !touches(at, frame.route) && !frame.obstacles.some((one) => isUnder(at, one));
}

function touches(at: Placed, route: readonly Point[]): boolean {
  return route.length > 1 && discs(at).some((disc) => distanceTo(route, disc) < at.height / 2 + ROUTE_GAP);
}

/** Whether some of a name is under a rectangle. */
export function isUnder(at: Placed, { left, top, right, bottom }: Rect): boolean {
  return discs(at).some(
    ({ x, y }) =>
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < at.height / 2 + 2,
  );
}

function isSeen(at: Placed, { left, top, right, bottom }: Frame): boolean {
  const [one, other] = ends(at);
  return [one, other].every(
    ({ x, y }) => x >= left + GAP && x <= right - GAP && y >= top + at.height && y <= bottom - at.height,
  );
}

/** A name as a row of discs as high as its letters. */
function discs(at: Placed): Point[] {
  const [one, other] = ends(at);
  return sampled([one, other], at.height);
}

function ends({ x, y, angle, width }: Placed): [Point, Point] {
  const [dx, dy] = [(Math.cos(angle) * width) / 2, (Math.sin(angle) * width) / 2];
  return [
    { x: x - dx, y: y - dy },
    { x: x + dx, y: y + dy },
  ];
}

function beside(at: Placed, by: number): Placed {
  return { ...at, x: at.x - Math.sin(at.angle) * by, y: at.y + Math.cos(at.angle) * by };
}

/** The same direction, read from the left or, upright, from below. */
function upright(angle: number): number {
  if (angle > Math.PI / 2 - 1e-6) return angle - Math.PI;
  return angle <= -Math.PI / 2 - 1e-6 ? angle + Math.PI : angle;
}
