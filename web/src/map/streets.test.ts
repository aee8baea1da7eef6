// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metresBetween, nearestAlong, type Place } from "./geo";
import { MinHeap } from "./heap";
import { cut, Route } from "./delivery/route";
import { Streets, type StreetsFile } from "./streets";

/** Metres of a hundredth of a degree are many; a block here is a thousandth: 111 m by 56 m. */
const at = (north: number, east: number): [number, number] => [60 + north / 1_000, 25 + east / 1_000];
const place = (north: number, east: number): Place => ({ lat: 60 + north / 1_000, lng: 25 + east / 1_000 });

/** Four blocks of streets; the northernmost street leads east only. */
const BLOCKS: StreetsFile = {
  nodes: [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)],
  edges: [
    [0, 1, 0],
    [1, 2, 0],
    [3, 4, 0],
    [4, 5, 0],
    [6, 7, 1],
    [7, 8, 1],
    [0, 3, 0],
    [3, 6, 0],
    [1, 4, 0],
    [4, 7, 0],
    [2, 5, 0],
    [5, 8, 0],
  ],
};
const streets = new Streets(BLOCKS);

function lengthOf(line: readonly Place[]): number {
  return line.reduce((sum, one, index) => sum + metresBetween(line[index - 1] ?? one, one), 0);
}

describe("the shortest way", () => {
  test("begins and ends on the streets nearest to its ends", () => {
    const way = streets.routeAlong(place(0.05, 0.5), place(0.95, 1.5)) ?? [];
    expect(way[0]?.lat).toBe(60);
    expect(way[0]?.lng).toBeCloseTo(25.0005, 7);
    expect(way.at(-1)?.lng).toBeCloseTo(25.0015, 7);
    expect(lengthOf(way)).toBeCloseTo(111.2 + 55.6, 0);
  });

  test("goes round where a street leads the other way only", () => {
    const along = streets.routeAlong(place(2, 0.5), place(2, 1.5)) ?? [];
    expect(lengthOf(along)).toBeCloseTo(55.6, 0);
    const round = streets.routeAlong(place(2, 1.5), place(2, 0.5)) ?? [];
    expect(lengthOf(round)).toBeGreaterThan(300);
    for (const stop of [place(1, 2), place(1, 0)])
      expect(nearestAlong(round, stop)?.metres).toBeLessThan(0.1);
  });

  test("stays on one street, in both its directions", () => {
    expect(streets.routeAlong(place(0, 0.2), place(0, 0.8))).toHaveLength(2);
    expect(streets.routeAlong(place(0, 0.8), place(0, 0.2))).toHaveLength(2);
  });

  test("is none for who is far from every street", () => {
    expect(streets.routeAlong(place(4, 0), place(0, 0))).toBeNull();
    expect(streets.routeAlong(place(0, 0), place(-3, 0))).toBeNull();
  });

  test("begins as the car faces, where that is not much longer", () => {
    const [, next] = streets.routeAlong(place(1, 0.5), place(2, 0.5), 90) ?? [];
    expect(next).toEqual(place(1, 1));
    const [, back] = streets.routeAlong(place(1, 0.5), place(2, 0.5), 270) ?? [];
    expect(back).toEqual(place(1, 0));
  });

  test("on the city's own streets is connected, and no shorter than the crow flies", () => {
    const file = resolve(import.meta.dirname, "../../../content/map/streets.json");
    const city = JSON.parse(readFileSync(file, "utf8")) as StreetsFile;
    const real = new Streets(city);
    const node = fc.integer({ min: 0, max: city.nodes.length - 1 }).map((index): Place => {
      const [lat = 0, lng = 0] = city.nodes[index] ?? [];
      return { lat, lng };
    });
    fc.assert(
      fc.property(node, node, (from, to) => {
        const way = real.routeAlong(from, to) ?? [];
        expect(metresBetween(way[0] ?? to, from)).toBeLessThan(13);
        expect(metresBetween(way.at(-1) ?? from, to)).toBeLessThan(0.1);
        expect(lengthOf(way)).toBeGreaterThanOrEqual(metresBetween(from, to) - 13.1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the way that is drawn", () => {
  const home = place(0.95, 1.5);

  test("loses what was driven, and is the same way as long as the car keeps to it", () => {
    const route = new Route();
    const first = route.ahead(streets, place(0, 0.2), home, null) ?? [];
    const { whole } = route;
    const later = route.ahead(streets, place(0.02, 0.6), home, null) ?? [];
    expect(route.whole).toBe(whole);
    expect(later.at(-1)).toEqual(home);
    // 0.4 of a block along, and 2 m beside the street.
    expect(lengthOf(first) - lengthOf(later)).toBeCloseTo(22.2 - 2.2, 0);
  });

  test("is another once the car has left it, and once the door is another", () => {
    const route = new Route();
    route.ahead(streets, place(0, 0.2), home, null);
    const { whole } = route;
    expect(route.ahead(streets, place(1, 0), home, null)?.[0]).toEqual(place(1, 0));
    expect(route.whole).not.toBe(whole);
    const left = route.whole;
    route.ahead(streets, place(1, 0), place(2, 1.5), null);
    expect(route.whole).not.toBe(left);
  });

  test("never turns back to what was cut off", () => {
    const line = [place(0, 0), place(0, 1), place(1, 1)];
    const left = cut(line, place(0.1, 0.5)) ?? [];
    expect(left.slice(1)).toEqual([place(0, 1), place(1, 1)]);
    expect(metresBetween(left[0] ?? place(9, 9), place(0, 0.5))).toBeLessThan(0.01);
    expect(cut(line, place(0.6, 0.2))).toBeNull();
  });
});

test("a heap gives what was put into it, least first", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (keys) => {
      const heap = new MinHeap<number>();
      for (const key of keys) heap.push(key, key);
      const out = keys.map(() => heap.pop()?.value);
      expect(out).toEqual(keys.toSorted((one, other) => one - other));
      expect(heap.pop()).toBeUndefined();
    }),
  );
});
