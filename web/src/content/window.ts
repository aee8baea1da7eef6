/** When something of the editors is to be seen (CT-09 to CT-15). Pure; times are Helsinki's. */
import { minutesOf, minuteOfDay, wallTimeOf, weekdayOf } from "../lib/helsinki";
import { type Fields, textOf } from "./fields";

/** Parts of the week. */
export type Part = "lunchtime" | "evening" | "weekend";

const LUNCH = minutesOf("08:00");
const AFTERNOON = minutesOf("14:00");

/** Which part of the week a moment is in; `null` in the early hours of a working day. */
export function partAt(now: number): Part | null {
  const day = weekdayOf(now);
  const minute = minuteOfDay(now);
  if (day === "sat" || day === "sun") return "weekend";
  if (minute >= AFTERNOON) return day === "fri" ? "weekend" : "evening";
  return minute >= LUNCH ? "lunchtime" : null;
}

/** Whether `now` is not before the start, and before the end, as far as they are given. */
export function isBetween(fields: Fields, start: string, end: string, now: number): boolean {
  const [from, until] = [textOf(fields, start), textOf(fields, end)];
  return (from === "" || !isBefore(now, from)) && (until === "" || isBefore(now, until));
}

/** A time without an offset is Helsinki's, as `2026-11-25 14:00`. */
function isBefore(now: number, time: string): boolean {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(time)) return now < Date.parse(time);
  const wall = time.replace("T", " ").slice(0, 16);
  return wallTimeOf(now).slice(0, wall.length) < wall;
}
