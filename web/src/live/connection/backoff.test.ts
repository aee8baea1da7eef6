import { expect, test } from "vitest";
import { nextTry } from "./backoff";

const longest = () => 1;

test("full jitter: any part of a ceiling that doubles from half a second to twenty", () => {
  const ceilings = [0, 1, 2, 3, 4, 5, 6, 50].map((tries) => nextTry(1006, tries, longest));
  expect(ceilings.map((next) => next.after === "backoff" && next.ms)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000,
  ]);
  expect(nextTry(1006, 6, () => 0.25)).toEqual({ after: "backoff", ms: 5_000 });
  expect(nextTry(4408, 0, () => 0)).toEqual({ after: "backoff", ms: 0 });
});

test("a leaving node and a full house say when to come back", () => {
  expect([0, 0.5, 1].map((chance) => nextTry(1012, 6, () => chance))).toEqual([
    { after: "request", ms: 0 },
    { after: "request", ms: 2_500 },
    { after: "request", ms: 5_000 },
  ]);
  expect(nextTry(4429, 0, () => 0)).toEqual({ after: "request", ms: 10_000 });
  expect(nextTry(4429, 0, longest)).toEqual({ after: "request", ms: 30_000 });
});

test("who was sent away stays away", () => {
  expect([1008, 1009].map((code) => nextTry(code, 0, longest).after)).toEqual(["never", "never"]);
});
