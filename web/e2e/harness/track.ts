/** Lines on the ground, measured: where along one something is, and how far beside it. */

/** A place, WGS 84 degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** A place against a line. */
export interface Spot {
  /** How far along the line, in metres. */
  along: number;
  /** How far beside it, in metres. */
  beside: number;
}

const METRES_PER_DEGREE = 111_195;

/** A leg between two points, in metres east and north, with what lies behind and at its end. */
interface Leg {
  from: Flat;
  to: Flat;
  /** How far along the line it begins. */
  start: number;
  metres: number;
}

type Flat = readonly [east: number, north: number];

/** A line of at least two places; long enough for a town, too short for the globe to bend it. */
export class Track {
  private readonly legs: readonly Leg[];
  private readonly shrink: number;
  /** Its length in metres. */
  readonly length: number;

  constructor(readonly places: readonly Place[]) {
    this.shrink = Math.cos(((places[0]?.lat ?? 0) * Math.PI) / 180);
    const points = places.map((place) => this.flat(place));
    const legs: Leg[] = [];
    let start = 0;
    points.reduce((from, to) => {
      const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
      legs.push({ from, to, start, metres });
      start += metres;
      return to;
    });
    this.legs = legs.filter(({ metres }) => metres > 0);
    this.length = start;
  }

  /** The place so many metres along, and the heading there in degrees; its ends where there is no more of it. */
  at(metres: number): Place & { headingDeg: number } {
    const leg = this.legs.find((one) => metres < one.start + one.metres) ?? this.legs.at(-1);
    if (!leg) throw new Error("a line without length leads nowhere");
    const { from, to } = leg;
    const part = Math.min(1, Math.max(0, (metres - leg.start) / leg.metres));
    const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    const headingDeg = ((Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI + 360) % 360;
    return { lat: y / METRES_PER_DEGREE, lng: x / METRES_PER_DEGREE / this.shrink, headingDeg };
  }

  /** Where on the line a place is nearest to; between `from` and `to` metres along, where the line meets itself. */
  spot(place: Place, from = 0, to = Infinity): Spot {
    const [x, y] = this.flat(place);
    let best: Spot = { along: 0, beside: Infinity };
    for (const leg of this.legs) {
      if (leg.start + leg.metres < from || leg.start > to) continue;
      const [dx, dy] = [leg.to[0] - leg.from[0], leg.to[1] - leg.from[1]];
      const nearest = ((x - leg.from[0]) * dx + (y - leg.from[1]) * dy) / leg.metres;
      const metres = Math.min(leg.metres, to - leg.start, Math.max(0, from - leg.start, nearest));
      const part = metres / leg.metres;
      const beside = Math.hypot(leg.from[0] + dx * part - x, leg.from[1] + dy * part - y);
      if (beside < best.beside) best = { along: leg.start + metres, beside };
    }
    return best;
  }

  /** Metres east and north. */
  private flat({ lat, lng }: Place): Flat {
    return [lng * METRES_PER_DEGREE * this.shrink, lat * METRES_PER_DEGREE];
  }
}

/** Metres between two places. */
export function metresBetween(a: Place, b: Place): number {
  return new Track([a, b]).length;
}
