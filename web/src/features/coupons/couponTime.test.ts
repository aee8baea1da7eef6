// @vitest-environment node
import { expect, test } from "vitest";
import { couponTimeAt, datesOf, nextCouponTime } from "./couponTime";

// spec: CP-02
test.each([
  // 23 November 2026 is a Monday.
  ["2026-11-23 10:00", "today"],
  ["2026-11-23 13:59", "today"],
  ["2026-11-23 14:00", "now"],
  ["2026-11-23 21:59", "now"],
  ["2026-11-23 22:00", "tomorrow"],
  ["2026-11-27 23:30", "weekend"],
  ["2026-11-28 09:00", "now"],
  ["2026-11-29 23:59", "now"],
] as const)("at %s it is %s", (time, when) => {
  expect(couponTimeAt(time, false)).toBe(when);
});

// spec: CP-02
test("who orders for another time is told of that one", () => {
  expect(couponTimeAt("2026-11-24 16:00", true)).toBe("now");
  expect(couponTimeAt("2026-11-24 12:00", true)).toBe("otherTime");
});

test.each([
  ["2026-11-23 16:00", null],
  ["2026-11-23 10:00", "2026-11-23 14:00"],
  ["2026-11-30 22:30", "2026-12-01 14:00"],
  ["2026-11-27 23:30", "2026-11-28 14:00"],
])("at %s the next time at which they hold is %s", (time, next) => {
  const when = couponTimeAt(time, false);
  expect(nextCouponTime(time, when)).toBe(next);
  expect(couponTimeAt(next ?? time, true)).toBe("now");
});

// spec: CP-01, CP-18
test("dates are those of Helsinki, with years where they are not this one's", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  const dates = (start: string | null, end: string | null) => datesOf(start, end, now);
  // Midnight in Helsinki is the day before in Greenwich; the end is not in it any more.
  expect(dates("2026-11-01T22:00:00Z", "2026-11-29T22:00:00Z")).toBe("2.11. – 29.11.");
  expect(dates("2025-12-31T22:00:00Z", "2026-12-31T22:00:00Z")).toBe("1.1. – 31.12.");
  expect(dates("2026-01-01T00:00:00Z", "2030-12-31T22:00:00Z")).toBe("1.1.2026 – 31.12.2030");
  expect(dates(null, "2026-11-29T22:00:00Z")).toBe("29.11. asti");
  expect(dates("2026-11-01T22:00:00Z", null)).toBe("2.11. alkaen");
  expect(dates(null, null)).toBeNull();
});
