/**
 * Draws a car that reports now and then as one that drives: a playout buffer, as voices over a network have it.
 *
 * The car is shown where it was a little while ago, by its own clock. How long ago follows the gaps between its
 * positions and how unevenly they arrive, so that the next position is nearly always there before the car needs it.
 * Nothing is guessed: the car is only ever shown on the line between positions that it reported.
 */
import { bearing, between, metresBetween, type Place, turn } from "./geo";

/** A reported position; `at` in epoch ms by the clock of whoever reported it. */
export interface Fix extends Place {
  at: number;
  headingDeg: number | null;
  speedKmh?: number | null;
}

/** The car as it is to be drawn. */
export interface Drawn extends Place {
  /** Degrees clockwise from north; `null` where nobody knows. */
  headingDeg: number | null;
  /** Whether it will be elsewhere, or turned, a moment later without any further position. */
  isMoving: boolean;
}

/** A receiver wanders by about this much while its car stands, in metres. */
const NOISE_M = 4;
/** And by so much at most, where the car itself says that it stands. */
const STANDING_NOISE_M = 15;
const STANDING_KMH = 2;
/** What is further apart than this is no drive that could be drawn. */
const JUMP_M = 500;
const JUMP_MS = 60_000;
/** Nobody is shown longer ago than this, however rarely they report. */
const LONGEST_DELAY_MS = 10_000;
const SHORTEST_DELAY_MS = 200;
/** What the delay is before two positions have told their gap. */
const FIRST_DELAY_MS = 2_000;
/** How many arrivals the delay is learnt from, and which of them it must suffice for. */
const REMEMBERED = 24;
const SUFFICES_FOR = 0.92;
/** The playback runs this much faster or slower, at most, to be where it should be. */
const GENTLE = 0.25;
/** Being off by so much is made good at that rate; less at less. */
const FULL_RATE_AT_MS = 2_000;
/** What lies further behind is made good within about this time. */
const CATCH_UP_MS = 8_000;
/** How fast a car turns into another street: the time for about two thirds of the turn. */
const TURN_MS = 180;
/** After a pause this long nobody has seen the car drive, so it is put where it should be. */
const UNSEEN_MS = 1_000;
/** What nobody draws need not be kept for long. */
const MOST_AHEAD = 64;

interface Arrival {
  /** Since the position before, by the car's clock; ms. */
  gap: number;
  /** Between the car's clock and ours, and the road: heard − at; ms. */
  transit: number;
}

/** One car's playout buffer. All times are handed in, in ms: `at` of positions by the car's clock, the rest by ours. */
export class Glide {
  /** Waypoints not yet left behind: the first is where the car was last, the rest lie ahead. */
  #ahead: Fix[] = [];
  #newestAt = -Infinity;
  #arrivals: Arrival[] = [];
  /** The quickest arrival tells the clocks apart best. */
  #fastest = 0;
  #delay = FIRST_DELAY_MS;
  /** The time by the car's clock that is drawn. */
  #playhead = -Infinity;
  #drawnAt = -Infinity;
  #heading: number | null = null;
  /** Where it drove last. */
  #facing: number | null = null;
  readonly #jumps: () => boolean;

  /** `jumps`: whether movement is unwelcome, so that the car is shown at its newest position at once. */
  constructor(jumps: () => boolean = () => false) {
    this.#jumps = jumps;
  }

  /** How long ago the car is shown; ms. */
  get delay(): number {
    return this.#delay;
  }

  /** Takes a position that was heard at `heardAt`. What is not newer than the newest changes nothing. */
  add(fix: Fix, heardAt: number): void {
    if (fix.at <= this.#newestAt) return;
    const last = this.#ahead.at(-1);
    const gap = fix.at - this.#newestAt;
    this.#newestAt = fix.at;
    if (!last || gap > JUMP_MS || metresBetween(last, fix) > JUMP_M) return this.#jumpTo(fix, heardAt);
    this.#learn({ gap, transit: heardAt - fix.at });
    // A car at rest was seen all the time, though nobody had to draw it.
    if (this.#ahead.length === 1) this.#drawnAt = Math.max(heardAt, this.#drawnAt);
    const noise = isStanding(last) && isStanding(fix) ? STANDING_NOISE_M : NOISE_M;
    const hasMoved = metresBetween(last, fix) >= noise;
    // A car that stands waits where it is drawn, however its receiver wanders.
    this.#ahead.push(hasMoved ? fix : { ...last, at: fix.at });
    if (this.#ahead.length > MOST_AHEAD) this.#ahead.shift();
    this.#heading ??= fix.headingDeg;
  }

  /** Where to draw the car now; `null` before its first position. Ask with times that do not run backwards. */
  at(now: number): Drawn | null {
    const newest = this.#ahead.at(-1);
    if (!newest) return null;
    const passed = Math.max(0, now - this.#drawnAt);
    this.#drawnAt = Math.max(now, this.#drawnAt);
    const isSeen = passed <= UNSEEN_MS && !this.#jumps();
    this.#playhead = this.#jumps() ? newest.at : this.#playTo(now, passed, isSeen, newest.at);
    while (this.#ahead.length > 1 && (this.#ahead[1]?.at ?? Infinity) <= this.#playhead) this.#pass();
    return this.#draw(passed, isSeen);
  }

  #jumpTo(fix: Fix, heardAt: number): void {
    this.#ahead = [fix];
    this.#arrivals = [{ gap: 0, transit: heardAt - fix.at }];
    this.#fastest = heardAt - fix.at;
    this.#delay = FIRST_DELAY_MS;
    this.#playhead = fix.at;
    this.#heading = fix.headingDeg ?? this.#heading;
    this.#facing = null;
  }

  /** The position after this one must be there when the car reaches this one: a gap later, and as late as some are. */
  #learn(arrival: Arrival): void {
    this.#arrivals = [...this.#arrivals, arrival].slice(-REMEMBERED);
    this.#fastest = Math.min(...this.#arrivals.map(({ transit }) => transit));
    const needed = this.#arrivals
      .filter(({ gap }) => gap > 0)
      .map(({ gap, transit }) => gap + transit - this.#fastest)
      .toSorted((one, other) => one - other);
    const suffices = needed[Math.min(needed.length - 1, Math.floor(needed.length * SUFFICES_FOR))];
    this.#delay = clamp(suffices ?? FIRST_DELAY_MS, SHORTEST_DELAY_MS, LONGEST_DELAY_MS);
  }

  #playTo(now: number, passed: number, isSeen: boolean, newestAt: number): number {
    const wanted = Math.min(now - this.#fastest - this.#delay, newestAt);
    if (!isSeen) return Math.max(this.#playhead, wanted);
    const behind = now - this.#fastest - this.#delay - this.#playhead;
    return Math.min(newestAt, this.#playhead + passed * rate(behind));
  }

  /** Leaves a waypoint behind. */
  #pass(): void {
    this.#face();
    this.#ahead.shift();
  }

  /** Faces the next waypoint, unless the car stands until then. */
  #face(): void {
    const [last, next] = this.#ahead;
    if (last && next && metresBetween(last, next) > 0) this.#facing = bearing(last, next);
  }

  #draw(passed: number, isSeen: boolean): Drawn {
    const [last, next] = this.#ahead;
    if (!last) throw new Error("a car is drawn before its first position");
    this.#face();
    const left = this.#turnTo(this.#facing, passed, isSeen);
    const share = next ? (this.#playhead - last.at) / (next.at - last.at) : 0;
    const { lat, lng } = next ? between(last, next, clamp(share, 0, 1)) : last;
    return { lat, lng, headingDeg: this.#heading, isMoving: next !== undefined || left > 0.5 };
  }

  /** Turns the short way round; answers how many degrees are left. */
  #turnTo(towards: number | null, passed: number, isSeen: boolean): number {
    if (towards === null) return 0;
    if (this.#heading === null || !isSeen) {
      this.#heading = towards;
      return 0;
    }
    const left = turn(this.#heading, towards);
    const done = Math.abs(left) < 0.5 ? 1 : 1 - Math.exp(-passed / TURN_MS);
    this.#heading = (this.#heading + left * done + 360) % 360;
    return Math.abs(left * (1 - done));
  }
}

function isStanding({ speedKmh }: Fix): boolean {
  return typeof speedKmh === "number" && speedKmh < STANDING_KMH;
}

/** How fast to play what is `behind` (ms; negative: ahead) of where it should be. */
function rate(behind: number): number {
  const gentle = 1 + clamp(behind / FULL_RATE_AT_MS, -1, 1) * GENTLE;
  return gentle + Math.max(0, behind - FULL_RATE_AT_MS) / CATCH_UP_MS;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
