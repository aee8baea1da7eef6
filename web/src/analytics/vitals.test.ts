// @vitest-environment jsdom
import { assert, array, double, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { pressesOf, shiftsOf } from "./vitals";

function worst(entries: readonly { startTime: number; value: number; hadRecentInput?: boolean }[]): number {
  let told = Number.NaN;
  const hear = shiftsOf((value) => (told = value));
  for (const entry of entries) hear(entry as unknown as Parameters<typeof hear>[0]);
  return told;
}

test("shifts that follow each other closely count together, for five seconds at most", () => {
  expect(worst([])).toBe(0);
  expect(
    worst([
      { startTime: 100, value: 0.1 },
      { startTime: 900, value: 0.2 },
    ]),
  ).toBeCloseTo(0.3);
  expect(
    worst([
      { startTime: 100, value: 0.1 },
      { startTime: 1_200, value: 0.2 },
    ]),
  ).toBeCloseTo(0.2);
  const long = Array.from({ length: 8 }, (_, at) => ({ startTime: 2_000 + at * 900, value: 0.1 }));
  expect(worst(long)).toBeCloseTo(0.6);
  expect(worst([{ startTime: 100, value: 0.9, hadRecentInput: true }])).toBe(0);
});

test("it is never more than all shifts together, nor less than the largest", () => {
  const shift = record({
    after: integer({ min: 0, max: 3_000 }),
    value: double({ min: 0, max: 1, noNaN: true }),
  });
  assert(
    property(array(shift, { minLength: 1, maxLength: 20 }), (shifts) => {
      let now = 0;
      const entries = shifts.map(({ after, value }) => ({ startTime: (now += after), value }));
      const all = entries.reduce((sum, { value }) => sum + value, 0);
      const told = worst(entries);
      expect(told).toBeLessThanOrEqual(all + 1e-9);
      expect(told).toBeGreaterThanOrEqual(Math.max(...entries.map(({ value }) => value)) - 1e-9);
    }),
  );
});

test("of presses the slowest is told, but for one in fifty", () => {
  let told = Number.NaN;
  const hear = pressesOf((slow) => (told = slow));
  const press = (interactionId: number, duration: number) =>
    hear({ interactionId, duration } as unknown as Parameters<typeof hear>[0]);
  press(0, 900);
  expect(told).toBeNaN();
  press(1, 100);
  press(1, 240);
  press(2, 80);
  expect(told).toBe(240);
  for (let id = 3; id <= 50; id += 1) press(id, 40);
  expect(told).toBe(80);
});
