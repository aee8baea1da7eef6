// @vitest-environment node
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bearing, metresBetween, nearestOn, type Place, turn } from "./geo";
import { type Drawn, type Fix, Glide } from "./glide";

const FRAME_MS = 16;
const START = { lat: 60.17, lng: 24.94 };
/** Degrees of one metre northwards and eastwards, there. */
const NORTH = 1 / 111_195;
const EAST = NORTH / Math.cos((START.lat * Math.PI) / 180);

/** A position so many metres north and east of the start; `at` in ms by the car's clock. */
function fix(at: number, north: number, east = 0, headingDeg: number | null = null): Fix {
  return { at, lat: START.lat + north * NORTH, lng: START.lng + east * EAST, headingDeg };
}

interface Heard {
  fix: Fix;
  /** By our clock. */
  heardAt: number;
}

/** What is drawn frame by frame while positions arrive, and for a while after the last. */
function play(heard: readonly Heard[], rest = 15_000, every = FRAME_MS): { at: number; drawn: Drawn }[] {
  const glide = new Glide();
  const arrivals = heard.toSorted((one, other) => one.heardAt - other.heardAt);
  const frames: { at: number; drawn: Drawn }[] = [];
  const end = (arrivals.at(-1)?.heardAt ?? 0) + rest;
  for (let now = arrivals[0]?.heardAt ?? 0; now <= end; now += every) {
    while (arrivals[0] && arrivals[0].heardAt <= now) {
      const next = arrivals.shift();
      if (next) glide.add(next.fix, next.heardAt);
    }
    const drawn = glide.at(now);
    if (drawn) frames.push({ at: now, drawn });
  }
  return frames;
}

const metresNorth = (place: Place) => (place.lat - START.lat) / NORTH;

/** A car that reports every `gap` ms at `speed` m/s, heard after `road` ms. */
function steady(
  gap: number,
  speed: number,
  count: number,
  road: (index: number) => number = () => 120,
): Heard[] {
  return Array.from({ length: count }, (_, index) => ({
    fix: fix(index * gap, (index * gap * speed) / 1_000),
    heardAt: 5_000_000 + index * gap + road(index),
  }));
}

describe("a car that reports evenly", () => {
  test("is drawn at its own even speed", () => {
    const frames = play(steady(2_000, 10, 40)).filter(({ at }) => at > 5_010_000 && at < 5_070_000);
    const speeds = frames.slice(1).map(({ at, drawn }, index) => {
      const before = frames[index];
      return before ? ((metresNorth(drawn) - metresNorth(before.drawn)) / (at - before.at)) * 1_000 : 0;
    });
    expect(Math.min(...speeds)).toBeGreaterThan(9.7);
    expect(Math.max(...speeds)).toBeLessThan(10.3);
  });

  test("is drawn about one gap ago", () => {
    const glide = new Glide();
    for (const { fix: one, heardAt } of steady(2_000, 10, 40)) glide.add(one, heardAt);
    expect(glide.delay).toBeCloseTo(2_000, -2);
    const seldom = new Glide();
    for (const { fix: one, heardAt } of steady(15_000, 10, 10)) seldom.add(one, heardAt);
    expect(seldom.delay).toBe(10_000);
  });

  test("keeps driving though its positions arrive unevenly", () => {
    const road = (index: number) => 100 + (index % 5) * 300;
    const frames = play(steady(2_000, 10, 60, road)).filter(({ at }) => at > 5_030_000 && at < 5_115_000);
    const still = frames.slice(1).filter(({ drawn }, index) => {
      const before = frames[index];
      return before && metresNorth(drawn) - metresNorth(before.drawn) < 0.02;
    });
    expect(frames.length).toBeGreaterThan(5_000);
    expect(still).toEqual([]);
  });
});

describe("a car that falls silent", () => {
  test("comes to rest at its newest position, and asks for no more frames", () => {
    const last = play(steady(2_000, 10, 5), 20_000).at(-1);
    expect(metresNorth(last?.drawn ?? START)).toBeCloseTo(80, 6);
    expect(last?.drawn.isMoving).toBe(false);
  });

  test("drives on from there when it is heard again", () => {
    const before = steady(2_000, 10, 5);
    const after = { fix: fix(28_000, 280), heardAt: 5_028_120 };
    const frames = play([...before, after]);
    const steps = frames
      .slice(1)
      .map(({ drawn }, index) => metresNorth(drawn) - metresNorth(frames[index]?.drawn ?? drawn));
    expect(Math.max(...steps)).toBeLessThan(2);
    expect(metresNorth(frames.at(-1)?.drawn ?? START)).toBeCloseTo(280, 6);
  });
});

describe("what is no drive", () => {
  test.each([
    ["a place too far away", fix(4_000, 700)],
    ["a silence too long", fix(64_001, 100)],
  ])("%s is taken at once", (_, next) => {
    const glide = new Glide();
    glide.add(fix(0, 0), 0);
    glide.add(fix(2_000, 20), 2_000);
    glide.at(2_000);
    glide.add(next, next.at);
    expect(glide.at(next.at + 1)).toMatchObject({ lat: next.lat, isMoving: false });
  });

  test("with movement unwelcome the car stands at its newest position at once", () => {
    const glide = new Glide(() => true);
    glide.add(fix(0, 0), 0);
    glide.at(0);
    glide.add(fix(2_000, 20, 20), 2_000);
    expect(glide.at(2_001)).toMatchObject({ lat: fix(0, 20).lat, isMoving: false });
    expect(glide.at(2_001)?.headingDeg).toBeCloseTo(45, 0);
  });

  test("a page that was hidden shows the car where it is by now", () => {
    const glide = new Glide();
    const heard = steady(2_000, 10, 20);
    heard.forEach(({ fix: one, heardAt }, index) => {
      glide.add(one, heardAt);
      if (index < 3) glide.at(heardAt);
    });
    const drawn = glide.at((heard.at(-1)?.heardAt ?? 0) + 100);
    expect(metresNorth(drawn ?? START)).toBeGreaterThan(350);
  });
});

describe("the heading", () => {
  test("follows the drive, and turns the short way round", () => {
    const heard = [0, 1, 2, 3, 4, 5].map((index) => ({
      // North-west, then north-east: over north, not over south.
      fix: fix(index * 2_000, index * 20, index < 3 ? -index * 20 : -80 + index * 20),
      heardAt: index * 2_000,
    }));
    const headings = play(heard)
      .map(({ drawn }) => drawn.headingDeg)
      .filter((heading) => heading !== null);
    expect(headings.some((heading) => heading > 310 && heading < 320)).toBe(true);
    expect(headings.at(-1)).toBeCloseTo(45, 0);
    for (const [index, heading] of headings.entries()) {
      expect(Math.abs(turn(headings[index - 1] ?? heading, heading))).toBeLessThan(20);
    }
    expect(headings.filter((heading) => heading > 60 && heading < 300)).toEqual([]);
  });

  test("of a standing car stays, and so does the car, however its receiver wanders", () => {
    const drive = steady(2_000, 10, 5);
    const stand = Array.from({ length: 30 }, (_, index) => ({
      fix: fix(
        10_000 + index * 2_000,
        80 + Math.sin(index * 7) * 2,
        Math.cos(index * 5) * 3,
        (index * 77) % 360,
      ),
      heardAt: 5_010_120 + index * 2_000,
    }));
    const frames = play([...drive, ...stand]).filter(({ at }) => at > 5_014_000);
    expect(new Set(frames.map(({ drawn }) => drawn.headingDeg?.toFixed(3)))).toEqual(new Set(["0.000"]));
    expect(new Set(frames.map(({ drawn }) => metresNorth(drawn).toFixed(6)))).toEqual(new Set(["80.000000"]));
  });

  test("of a car that says that it stands stays, though its receiver wanders further", () => {
    const glide = new Glide();
    glide.add({ ...fix(0, 0), speedKmh: 30 }, 0);
    // It stops here, and is drawn here.
    glide.add({ ...fix(2_000, 12), speedKmh: 0 }, 2_000);
    glide.add({ ...fix(4_000, 12, 9), speedKmh: 1 }, 4_000);
    glide.at(4_000);
    const stood = glide.at(20_000);
    expect(metresNorth(stood ?? START)).toBeCloseTo(12, 6);
    expect(stood).toMatchObject({ lng: START.lng, headingDeg: 0 });
    // It starts again.
    glide.add({ ...fix(22_000, 12, 9), speedKmh: 10 }, 22_000);
    expect(glide.at(40_000)?.headingDeg).toBeCloseTo(90, 0);
  });

  test("is what the car says before it was seen to drive, and nothing where nobody knows", () => {
    const glide = new Glide();
    glide.add(fix(0, 0, 0, null), 0);
    expect(glide.at(0)?.headingDeg).toBeNull();
    glide.add(fix(2_000, 1, 0, 270), 2_000);
    expect(glide.at(2_000)?.headingDeg).toBe(270);
  });
});

/** Any drive: gaps, ways and roads as they come, some positions lost, and a clock that is off by anything. */
const drives = fc
  .record({
    skew: fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
    steps: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
          { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 70_000 }) },
        ),
        north: fc.integer({ min: -300, max: 600 }),
        east: fc.integer({ min: -300, max: 300 }),
        road: fc.integer({ min: 0, max: 9_000 }),
        isLost: fc.boolean(),
        headingDeg: fc.option(fc.integer({ min: 0, max: 360 })),
      }),
      { minLength: 1, maxLength: 25 },
    ),
    every: fc.integer({ min: 40, max: 1_200 }),
  })
  .map(({ skew, steps, every }) => {
    let [at, north, east] = [skew, 0, 0];
    const heard: Heard[] = [];
    for (const step of steps) {
      at += step.gap;
      north += step.north;
      east += step.east;
      if (!step.isLost || heard.length === 0) {
        heard.push({ fix: fix(at, north, east, step.headingDeg), heardAt: at - skew + 1_000 + step.road });
      }
    }
    return { heard, every };
  });

/** What a page takes of a drive: the positions that were newer than any before. */
function taken(heard: readonly Heard[]): Fix[] {
  let newest = -Infinity;
  return heard
    .toSorted((one, other) => one.heardAt - other.heardAt)
    .map(({ fix: one }) => one)
    .filter(({ at }) => at > newest && ((newest = at), true));
}

function metresOff(line: readonly Place[], place: Place): number {
  const segments = line.map((one, index) => nearestOn(line[index - 1] ?? one, one, place).metres);
  return Math.min(...segments);
}

describe("whatever arrives", () => {
  test("the car is drawn on the line of its positions, in numbers", () => {
    fc.assert(
      fc.property(drives, ({ heard, every }) => {
        const line = taken(heard);
        for (const { drawn } of play(heard, 12_000, every)) {
          expect(Number.isFinite(drawn.lat) && Number.isFinite(drawn.lng)).toBe(true);
          expect(drawn.headingDeg === null || (drawn.headingDeg >= 0 && drawn.headingDeg <= 360)).toBe(true);
          // A standing car waits where it was drawn, so its line may pass a position by the noise of a receiver.
          expect(metresOff(line, drawn)).toBeLessThan(4.01);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("it never goes back, and never beyond its newest position", () => {
    fc.assert(
      fc.property(drives, ({ heard, every }) => {
        // Northwards only, so that how far it came can be read off.
        const north = heard.map((one, index) => ({ ...one, fix: fix(one.fix.at, index * 30) }));
        const frames = play(north, 12_000, every);
        let most = -Infinity;
        for (const { at, drawn } of frames) {
          const known = north.filter(({ heardAt }) => heardAt <= at).map(({ fix: one }) => metresNorth(one));
          expect(metresNorth(drawn)).toBeGreaterThanOrEqual(most - 1e-6);
          expect(metresNorth(drawn)).toBeLessThanOrEqual(Math.max(...known) + 1e-6);
          most = metresNorth(drawn);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("it comes to rest at its newest position", () => {
    fc.assert(
      fc.property(drives, ({ heard }) => {
        const newest = taken(heard).at(-1) ?? START;
        const last = play(heard, 90_000, 50).at(-1)?.drawn ?? START;
        expect(metresBetween(last, newest)).toBeLessThan(4);
      }),
      { numRuns: 60 },
    );
  });
});

test("bearings run clockwise from north", () => {
  expect(bearing(START, fix(0, 10))).toBeCloseTo(0, 3);
  expect(bearing(START, fix(0, 0, 10))).toBeCloseTo(90, 3);
  expect(bearing(START, fix(0, -10, -10))).toBeCloseTo(225, 1);
});
