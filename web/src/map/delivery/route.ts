/** The way that is drawn from the car to the door: kept while the car keeps to it, its driven part cut off. */
import { metresBetween, nearestAlong, type Place } from "../geo";
import type { Streets } from "../streets";

/** Whoever is further off than this drives another way, in metres. */
const OFF_ROUTE_M = 40;

/** Follows one way. */
export class Route {
  #line: Place[] | null = null;
  #home: Place | null = null;
  #whole: readonly Place[] | null = null;

  /** The way as it was found, driven parts included; the same array until another way is found. */
  get whole(): readonly Place[] | null {
    return this.#whole;
  }

  /** What lies ahead from `from` to `home`, both ends included; `null` where there is no way by streets. */
  ahead(streets: Streets, from: Place, home: Place, headingDeg: number | null): Place[] | null {
    const isSameHome = this.#home !== null && metresBetween(this.#home, home) < 1;
    const kept = isSameHome && this.#line ? cut(this.#line, from) : null;
    if (kept) this.#line = kept;
    else {
      const line = streets.routeAlong(from, home, headingDeg);
      this.#line = line && [...line, home];
      this.#whole = this.#line;
      this.#home = home;
    }
    return this.#line && [from, ...this.#line];
  }
}

/** The rest of `line` from where `from` is on it; `null` where it is not on it. */
export function cut(line: readonly Place[], from: Place): Place[] | null {
  const nearest = nearestAlong(line, from);
  if (!nearest || nearest.metres > OFF_ROUTE_M) return null;
  return [nearest.at, ...line.slice(nearest.segment + 1)];
}
