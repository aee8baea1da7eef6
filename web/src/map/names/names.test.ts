// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BackgroundFile, readBackground } from "../ground/features";
import { areaView } from "./area";
import { chain, distanceTo, lengthOf, type Point, stretch } from "./line";
import { collide, type Frame, type Placed, placeStreets } from "./place";
import { namedStreets, touchedBy } from "./streetNames";

const widthOf = (text: string) => text.length * 6;
const FRAME: Frame = { left: 0, top: 0, right: 600, bottom: 400, route: [], obstacles: [] };
const point = fc.record({ x: fc.integer({ min: 0, max: 600 }), y: fc.integer({ min: 0, max: 400 }) });
const street = fc.record({
  text: fc.constantFrom("Unioninkatu", "Kluuvikatu", "Yrjönkatu", "Aleksanterinkatu", "Mannerheimintie"),
  line: fc.array(point, { minLength: 2, maxLength: 4 }),
});

const around = ({ x, y }: Point, reach: number) => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
});
/** Points in the middle of a name's letters. */
const lettersOf = ({ text, x, y, angle, width }: Placed) =>
  Array.from(text, (_, index) => {
    const along = ((index + 0.5) / text.length - 0.5) * width;
    return { x: x + Math.cos(angle) * along, y: y + Math.sin(angle) * along };
  });

describe("names of streets", () => {
  test("are upright, in sight, clear of each other, of the route and of the signs", () => {
    fc.assert(
      fc.property(
        fc.array(street, { maxLength: 12 }),
        fc.array(point, { minLength: 2, maxLength: 4 }),
        point,
        (streets, route, sign) => {
          const placed = placeStreets(streets, widthOf, 11, {
            ...FRAME,
            route,
            obstacles: [around(sign, 30)],
          });
          for (const [index, one] of placed.entries()) {
            expect(Math.abs(one.angle)).toBeLessThanOrEqual(Math.PI / 2 + 1e-6);
            expect(one.x).toBeGreaterThan(0);
            expect(one.x).toBeLessThan(600);
            for (const letter of lettersOf(one)) {
              expect(distanceTo(route, letter)).toBeGreaterThan(5.5 + 5);
              expect(Math.abs(letter.x - sign.x) > 30 || Math.abs(letter.y - sign.y) > 30).toBe(true);
            }
            for (const other of placed.slice(index + 1)) expect(collide(one, other)).toBe(false);
          }
          expect(new Set(placed.map(({ text }) => text)).size).toBe(placed.length);
        },
      ),
    );
  });

  test("run along their street, and beside the route where it follows the street", () => {
    const line = [
      { x: 50, y: 200 },
      { x: 550, y: 200 },
    ];
    const free = placeStreets([{ text: "Kluuvikatu", line }], widthOf, 11, FRAME);
    expect(free).toMatchObject([{ y: 200, angle: 0 }]);
    const beside = placeStreets([{ text: "Kluuvikatu", line }], widthOf, 11, { ...FRAME, route: line });
    expect(beside).toMatchObject([{ y: 187, angle: 0 }]);
  });

  test("are left out where a street is too short or too bent for them", () => {
    const short = [
      { x: 50, y: 200 },
      { x: 90, y: 200 },
    ];
    const bent = Array.from({ length: 12 }, (_, index) => ({
      x: 100 + index * 12,
      y: 200 + (index % 2) * 12,
    }));
    const texts = [short, bent].map((line) => ({ text: "Kluuvikatu", line }));
    expect(placeStreets(texts, widthOf, 11, FRAME)).toEqual([]);
  });
});

describe("which names", () => {
  const file = resolve(import.meta.dirname, "../../../../content/map/background.json");
  const background = readBackground(JSON.parse(readFileSync(file, "utf8")) as BackgroundFile);
  const streets = namedStreets(background);

  test("those of streets that the route touches or crosses, and no others", () => {
    // Down Unioninkatu, over Aleksanterinkatu.
    const route = [
      { lat: 60.16998, lng: 24.95076 },
      { lat: 60.16857, lng: 24.95094 },
    ];
    const names = touchedBy(route, streets).map(({ name }) => name);
    expect(names[0]).toBe("Unioninkatu");
    expect(names).toContain("Aleksanterinkatu");
    expect(names).not.toContain("Mannerheimintie");
  });

  test("each street is one, with all its parts", () => {
    expect(new Set(streets.map(({ name }) => name)).size).toBe(streets.length);
    expect(streets.length).toBeGreaterThan(30);
  });
});

describe("lines", () => {
  test("that share an end become one, and none of them is lost", () => {
    const parts = [
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ],
      [
        { x: 20, y: 0 },
        { x: 10, y: 0 },
      ],
      [
        { x: 20, y: 0 },
        { x: 30, y: 0 },
      ],
      [
        { x: 0, y: 50 },
        { x: 10, y: 50 },
      ],
    ];
    const chains = chain(parts).toSorted((one, other) => lengthOf(other) - lengthOf(one));
    expect(chains.map((one) => lengthOf(one))).toEqual([30, 10]);
    expect(chains[0]).toHaveLength(4);
  });

  test("are cut where they are asked to be", () => {
    const line = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
    ];
    expect(stretch(line, 50, 150)).toEqual([
      { x: 50, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 50 },
    ]);
  });
});

describe("areas", () => {
  const square: Point[] = [
    { x: -100, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
    { x: -100, y: 100 },
  ];

  test("are named in the middle of what is seen of them", () => {
    expect(areaView(square, 600, 400)?.middle).toEqual({ x: 50, y: 50 });
    expect(
      areaView(
        square.map(({ x, y }) => ({ x: x - 200, y })),
        600,
        400,
      ),
    ).toBeNull();
  });

  test("are named along their long side", () => {
    const long = [
      { x: 100, y: 100 },
      { x: 400, y: 200 },
      { x: 394, y: 219 },
      { x: 94, y: 119 },
    ];
    const view = areaView(long, 600, 400);
    expect(view?.angle).toBeCloseTo(Math.atan2(100, 300), 1);
    expect(view?.length).toBeGreaterThan(300);
    expect(view?.breadth).toBeLessThan(30);
  });
});
