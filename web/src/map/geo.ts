/** Small geometry on the ground: a city is flat enough for straight metres. */

/** A place on the ground, in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Metres in a degree of latitude. */
const METRES = 111_195;
const RADIANS = Math.PI / 180;

/** Metres between two places that are near each other. */
export function metresBetween(one: Place, other: Place): number {
  const [east, north] = offset(one, other);
  return Math.hypot(east, north);
}

/** Degrees clockwise from north, 0 to 360, of the way from `one` to `other`. */
export function bearing(one: Place, other: Place): number {
  const [east, north] = offset(one, other);
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}

/** How far to turn from one heading to another the short way round: −180 to 180 degrees. */
export function turn(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** The place at `share` (0 to 1) of the way from `one` to `other`. */
export function between(one: Place, other: Place, share: number): Place {
  return { lat: one.lat + (other.lat - one.lat) * share, lng: one.lng + (other.lng - one.lng) * share };
}

/** The place on the segment from `one` to `other` that is nearest to `place`. */
export function nearestOn(
  one: Place,
  other: Place,
  place: Place,
): { share: number; metres: number; at: Place } {
  const [east, north] = offset(one, other);
  const [x, y] = offset(one, place);
  const square = east * east + north * north;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * east + y * north) / square));
  return { share, metres: Math.hypot(x - east * share, y - north * share), at: between(one, other, share) };
}

/** Where on a line `place` comes nearest: the segment, how far along it, and how far off. `null` for no line. */
export function nearestAlong(
  line: readonly Place[],
  place: Place,
): { segment: number; metres: number; at: Place } | null {
  let best: { segment: number; metres: number; at: Place } | null = null;
  for (let segment = 0; segment + 1 < line.length; segment += 1) {
    const [one, other] = [line[segment], line[segment + 1]];
    if (!one || !other) continue;
    const { metres, at } = nearestOn(one, other, place);
    if (!best || metres < best.metres) best = { segment, metres, at };
  }
  return best;
}

/** Metres east and north from `one` to `other`. */
function offset(one: Place, other: Place): [east: number, north: number] {
  const narrowing = Math.cos(((one.lat + other.lat) / 2) * RADIANS);
  return [(other.lng - one.lng) * METRES * narrowing, (other.lat - one.lat) * METRES];
}
