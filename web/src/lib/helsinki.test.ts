import { expect, test } from "vitest";
import {
  aroundTime,
  dayName,
  dayOf,
  dayTimeOf,
  minuteOfDay,
  minutesOf,
  SHORT_DAY,
  timeAsOf,
  timeOf,
  wallTimeOf,
  WEEKDAYS,
  weekdayOf,
} from "./helsinki";

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
  // The weekday is enough up to six days ahead, and says nothing of what is just that far.
  expect(dayTimeOf(at("2026-11-27T16:41:59Z"), now)).toBe("pe 18.41");
  expect(dayTimeOf(at("2026-11-27T16:42:00Z"), now)).toBe("27.11. 18.42");
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

test("the days of a week by their names, long and short", () => {
  const now = at("2026-11-20T10:00:00Z");
  const days = WEEKDAYS.map((_, nth) => at(`2026-11-${23 + nth}T10:00:00Z`));
  expect(days.map(weekdayOf)).toEqual([...WEEKDAYS]);
  expect(days.map((moment) => aroundTime(moment, now).split(" ")[0])).toEqual([
    "maanantaina",
    "tiistaina",
    "keskiviikkona",
    "torstaina",
    "perjantaina",
    "lauantaina",
    "sunnuntaina",
  ]);
  expect(WEEKDAYS.map((day) => SHORT_DAY[day])).toEqual(["ma", "ti", "ke", "to", "pe", "la", "su"]);
});

test("a day is today, tomorrow, or its weekday with its date, also where a day has 23 or 25 hours", () => {
  const now = at("2026-11-21T16:42:00Z");
  expect(dayName("2026-11-21", now)).toBe("Tänään");
  expect(dayName("2026-11-22", now)).toBe("Huomenna");
  expect(dayName("2026-11-23", now)).toBe("ma\u00a023.11.");
  expect(dayName("2026-11-20", now)).toBe("pe\u00a020.11.");
  expect(dayName("2026-10-25", at("2026-10-24T21:30:00Z"))).toBe("Tänään");
  expect(dayName("2026-10-26", at("2026-10-24T21:30:00Z"))).toBe("Huomenna");
});

test("a moment is sent as Helsinki's wall has it", () => {
  expect(wallTimeOf(at("2026-11-27T16:30:00Z"))).toBe("2026-11-27 18:30");
  expect(wallTimeOf(at("2026-01-05T22:05:00Z"))).toBe("2026-01-06 00:05");
  expect(dayOf(at("2026-07-01T21:00:00Z"))).toBe("2026-07-02");
});

test("a clock's minutes are counted from midnight, which ends a day too", () => {
  expect(["00:00", "24:00", "10:30", "23:59"].map(minutesOf)).toEqual([0, 0, 630, 1439]);
});
