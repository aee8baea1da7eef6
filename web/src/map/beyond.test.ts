// @vitest-environment node
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { beyond, INSET } from "./beyond";

const SIZE = { x: 664, y: 428 };

test("a place in view needs no sign", () => {
  expect(beyond({ x: 300, y: 200 }, SIZE)).toBeNull();
});

test("the sign of a place out of view stands in the map, and points to it", () => {
  expect(beyond({ x: 300, y: -500 }, SIZE)).toEqual({ x: 300, y: INSET.top, degrees: 0 });
  expect(beyond({ x: 2_000, y: 200 }, SIZE)).toEqual({ x: SIZE.x - INSET.right, y: 200, degrees: 90 });
  expect(beyond({ x: 300, y: 900 }, SIZE)).toEqual({ x: 300, y: SIZE.y - INSET.bottom, degrees: 180 });
  const far = fc.integer({ min: -5_000, max: 5_000 });
  fc.assert(
    fc.property(far, far, (x, y) => {
      const sign = beyond({ x, y }, SIZE);
      if (!sign) return;
      expect(sign.x >= INSET.left && sign.x <= SIZE.x - INSET.right).toBe(true);
      expect(sign.y >= INSET.top && sign.y <= SIZE.y - INSET.bottom).toBe(true);
    }),
  );
});
