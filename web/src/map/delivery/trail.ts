/** The way that a car was seen to come. Where it was out of sight, nothing is drawn. */
import { metresBetween, type Place } from "../geo";

/** Between positions further apart than this nobody knows which way the car took. */
const UNSEEN_M = 200;
const UNSEEN_MS = 15_000;
/** Less than this is no way. */
const LEAST_M = 1;

/** Lines of one car, newest last. */
export class Trail {
  readonly lines: Place[][] = [];
  #last: (Place & { at: number }) | null = null;

  /** The car was drawn at `place`, at `at` ms. */
  add(place: Place, at: number): void {
    const last = this.#last;
    this.#last = { ...place, at };
    const line = this.lines.at(-1);
    const isSeen = last && at - last.at <= UNSEEN_MS && metresBetween(last, place) <= UNSEEN_M;
    if (!line || !isSeen) this.lines.push([place]);
    else if (metresBetween(line.at(-1) ?? place, place) >= LEAST_M) line.push(place);
  }
}
