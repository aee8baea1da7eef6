import { expect, test } from "vitest";
import { aroundTime, dayTimeOf, minuteOfDay, timeAsOf, timeOf, weekdayOf } from "./helsinki";

const at = (text: string) => Date.parse(text);

// spec: T-57
test("times are Helsinki's, in summer and in winter", () => {
  expect(timeOf(at("2026-11-21T16:42:00Z"))).toBe("18.42");
  expect(timeOf(at("2026-07-01T16:42:00Z"))).toBe("19.42");
  expect(timeOf(at("2026-11-21T22:05:00Z"))).toBe("0.05");
  expect(minuteOfDay(at("2026-11-21T22:05:00Z"))).toBe(5);
});

test("a time of another day has its date", () => {
  const now = at("2026-11-21T16:42:00Z");
  expect(timeAsOf(at("2026-11-21T08:00:00Z"), now)).toBe("10.00");
  expect(timeAsOf(at("2026-11-20T21:59:00Z"), now)).toBe("20.11. 23.59");
  // Already the 21st in Helsinki.
  expect(timeAsOf(at("2026-11-20T22:01:00Z"), now)).toBe("0.01");
});

test("a time to come has its weekday while that is enough, then its date", () => {
  const now = at("2026-11-21T16:42:00Z");
  expect(dayTimeOf(at("2026-11-21T17:00:00Z"), now)).toBe("19.00");
  expect(dayTimeOf(at("2026-11-27T16:30:00Z"), now)).toBe("pe 18.30");
  expect(dayTimeOf(at("2026-11-28T16:30:00Z"), now)).toBe("28.11. 18.30");
  expect(dayTimeOf(at("2026-11-20T16:30:00Z"), now)).toBe("20.11. 18.30");
});

test("a requested time is said as one says it", () => {
  const now = at("2026-11-21T16:42:00Z");
  expect(aroundTime(at("2026-11-27T16:30:00Z"), now)).toBe("perjantaina 27.11. noin kello\u00a018.30");
  expect(aroundTime(at("2026-11-21T18:00:00Z"), now)).toBe("tänään noin kello\u00a020.00");
});

test("the day of the week turns at Helsinki's midnight", () => {
  expect(weekdayOf(at("2026-11-21T21:59:00Z"))).toBe("sat");
  expect(weekdayOf(at("2026-11-21T22:00:00Z"))).toBe("sun");
});
