// @vitest-environment node
import { expect, test } from "vitest";
import { Trail } from "./trail";

const at = (metres: number) => ({ lat: 60.17 + metres / 111_195, lng: 24.94 });

test("the way that was seen is one line, and a standing car adds nothing to it", () => {
  const trail = new Trail();
  for (const [metres, ms] of [
    [0, 0],
    [10, 2_000],
    [10.2, 4_000],
    [10, 14_000],
    [20, 16_000],
  ] as const) {
    trail.add(at(metres), ms);
  }
  expect(trail.lines).toEqual([[at(0), at(10), at(20)]]);
});

test("where the car was out of sight, or jumped, the line breaks", () => {
  const trail = new Trail();
  for (const [metres, ms] of [
    [0, 0],
    [10, 2_000],
    [30, 20_000],
    [400, 22_000],
    [410, 24_000],
  ] as const) {
    trail.add(at(metres), ms);
  }
  expect(trail.lines).toEqual([[at(0), at(10)], [at(30)], [at(400), at(410)]]);
});
