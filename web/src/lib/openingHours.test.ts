// @vitest-environment node
import { expect, test } from "vitest";
import { WEEKDAYS, type Weekday } from "./helsinki";
import {
  type DayHours,
  hoursRows,
  hoursText,
  minutesOpen,
  neverCloses,
  opensAt,
  openUntil,
  type WeekHours,
} from "./openingHours";

const day = (start: string, end: string): DayHours => ({ start, end });
const week = (usual: DayHours | null, change: Partial<Record<Weekday, DayHours | null>> = {}): WeekHours => ({
  ...(Object.fromEntries(WEEKDAYS.map((one) => [one, usual])) as Record<Weekday, DayHours | null>),
  ...change,
});
/** A moment of the week of 23 November 2026, a Monday, by Helsinki's clock. */
const at = (nth: number, clock: string) => Date.parse(`2026-11-${22 + nth}T${clock}:00+02:00`);

const USUAL = week(day("10:30", "22:00"), {
  fri: day("10:30", "02:00"),
  sat: day("10:30", "02:00"),
  sun: null,
});

test("days in a row with the same hours stand together, and today is marked", () => {
  expect(hoursRows(USUAL, at(5, "12:00"))).toEqual([
    { days: "ma–to", hours: "10.30–22.00", today: false },
    { days: "pe–la", hours: "10.30–2.00", today: true },
    { days: "su", hours: null, today: false },
  ]);
  expect(hoursRows(week(null), at(1, "12:00"))).toEqual([{ days: "ma–su", hours: null, today: true }]);
  const twice = week(day("10:00", "20:00"), { wed: day("11:00", "20:00") });
  expect(hoursRows(twice, at(1, "12:00")).map(({ days }) => days)).toEqual(["ma–ti", "ke", "to–su"]);
});

test.each([
  ["10:30", "22:00", "10.30–22.00"],
  ["08:05", "00:00", "8.05–24.00"],
  ["00:00", "24:00", "0.00–24.00"],
  ["20:00", "09:30", "20.00–9.30"],
])("from %s to %s reads %s", (start, end, text) => {
  expect(hoursText(day(start, end))).toBe(text);
});

test.each([
  // Monday: neither Sunday's hours nor its own reach before half past ten.
  [1, "00:30", null, null],
  [1, "10:29", null, null],
  [1, "10:30", "22.00", 690],
  [1, "21:59", "22.00", 1],
  [1, "22:00", null, null],
  // Friday's hours reach into Saturday's morning, and Saturday's into Sunday's.
  [5, "23:00", "2.00", 180],
  [6, "01:59", "2.00", 1],
  [6, "02:00", null, null],
  [6, "10:30", "2.00", 930],
  [7, "01:00", "2.00", 60],
  [7, "12:00", null, null],
])("on day %i at %s it is open until %s, for %s minutes more", (nth, clock, until, minutes) => {
  expect(openUntil(USUAL, at(nth, clock))).toBe(until);
  expect(minutesOpen(USUAL, at(nth, clock))).toBe(minutes);
});

test.each([
  [1, "09:00", { inDays: 0, time: "10.30" }],
  [1, "10:30", { inDays: 1, time: "10.30" }],
  [6, "23:59", { inDays: 2, time: "10.30" }],
  [7, "09:00", { inDays: 1, time: "10.30" }],
])("on day %i at %s it opens next %j", (nth, clock, opens) => {
  expect(opensAt(USUAL, at(nth, clock))).toEqual(opens);
});

test("what opens on one day a week opens a week later, and what never does never", () => {
  const thursdays = week(null, { thu: day("09:00", "17:00") });
  expect(opensAt(thursdays, at(4, "18:00"))).toEqual({ inDays: 7, time: "9.00" });
  expect(opensAt(thursdays, at(4, "08:59"))).toEqual({ inDays: 0, time: "9.00" });
  expect(opensAt(week(null), at(4, "18:00"))).toBeNull();
});

test("hours that end when they began last until the next day", () => {
  expect(openUntil(week(day("00:00", "24:00")), at(1, "12:00"))).toBe("24.00");
  expect(openUntil(week(null, { mon: day("10:00", "10:00") }), at(1, "12:00"))).toBe("10.00");
  expect(openUntil(week(null, { mon: day("10:00", "10:00") }), at(2, "09:59"))).toBe("10.00");
});

test("what is left of hours that end within an hour is counted to the minute", () => {
  expect(minutesOpen(week(day("10:00", "21:30")), at(1, "21:00"))).toBe(30);
  expect(minutesOpen(week(day("10:00", "00:30")), at(1, "23:45"))).toBe(45);
});

test("open at all hours is what is so on each day", () => {
  const always = day("00:00", "24:00");
  expect(neverCloses(week(always))).toBe(true);
  expect(neverCloses(week(day("00:00", "00:00")))).toBe(true);
  expect(neverCloses(week(always, { tue: day("00:00", "23:00") }))).toBe(false);
  expect(neverCloses(week(always, { tue: day("01:00", "24:00") }))).toBe(false);
  expect(neverCloses(week(always, { tue: null }))).toBe(false);
});
