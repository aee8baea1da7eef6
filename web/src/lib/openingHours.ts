/** Opening hours of a week, and what they say of a moment. Hours after midnight belong to the day they began. */
import { minuteOfDay, minutesOf, SHORT_DAY as SHORT, type Weekday, WEEKDAYS, weekdayOf } from "./helsinki";
import { interval } from "./interval";

/** One day's hours, `HH:mm`; `24:00` ends a day. */
export interface DayHours {
  start: string;
  end: string;
}

/** A week's hours; `null` where it is closed all day. */
export type WeekHours = Readonly<Record<Weekday, DayHours | null>>;

/** Days in a row that have the same hours. */
export interface HoursRow {
  /** `ma–to`. */
  days: string;
  /** `10.30–22.00`; `null` where closed. */
  hours: string | null;
  /** Whether it holds the day of `now`. */
  today: boolean;
}

/** The week's hours by weekday, days in a row with the same hours together. */
export function hoursRows(week: WeekHours, now: number): HoursRow[] {
  const groups: Weekday[][] = [];
  for (const day of WEEKDAYS) {
    const last = groups.at(-1);
    const same = last?.[0] !== undefined && hoursText(week[last[0]]) === hoursText(week[day]);
    if (same) last.push(day);
    else groups.push([day]);
  }
  const today = weekdayOf(now);
  return groups.map((days) => ({
    days: interval(SHORT[days[0] ?? "mon"], SHORT[days.at(-1) ?? "mon"]),
    hours: hoursText(week[days[0] ?? "mon"]),
    today: days.includes(today),
  }));
}

/** Until when the restaurant is open at `now` (epoch ms), `22.00`; `null` where it is closed. */
export function openUntil(week: WeekHours, now: number): string | null {
  const today = weekdayOf(now);
  const minute = minuteOfDay(now);
  const yesterday = WEEKDAYS[(WEEKDAYS.indexOf(today) + 6) % 7] ?? "sun";
  const night = week[yesterday];
  // Last night's hours may reach into this morning.
  if (night && nextDay(night) && minute < minutesOf(night.end)) return closing(night.end);
  const day = week[today];
  if (!day || minute < minutesOf(day.start)) return null;
  return nextDay(day) || minute < minutesOf(day.end) ? closing(day.end) : null;
}

/** When it opens next: so many days from today, `10.30`; `null` where it never does. For who is closed at `now`. */
export function opensAt(week: WeekHours, now: number): { inDays: number; time: string } | null {
  const today = WEEKDAYS.indexOf(weekdayOf(now));
  const minute = minuteOfDay(now);
  for (let inDays = 0; inDays <= WEEKDAYS.length; inDays += 1) {
    const day = week[WEEKDAYS[(today + inDays) % WEEKDAYS.length] ?? "mon"];
    if (day && (inDays > 0 || minute < minutesOf(day.start))) return { inDays, time: dotted(day.start) };
  }
  return null;
}

/** How many minutes are left of the hours that hold at `now`; `null` where it is closed. */
export function minutesOpen(week: WeekHours, now: number): number | null {
  const until = openUntil(week, now);
  if (until === null) return null;
  const [hour = 0, minute = 0] = until.split(".").map(Number);
  const left = hour * 60 + minute - minuteOfDay(now);
  return left > 0 ? left : left + 24 * 60;
}

/** Whether the restaurant is open at all hours of the week. */
export function neverCloses(week: WeekHours): boolean {
  return WEEKDAYS.every((day) => isWholeDay(week[day]));
}

function isWholeDay(hours: DayHours | null): boolean {
  return hours !== null && minutesOf(hours.start) === 0 && minutesOf(hours.end) === 0;
}

/** An end at or before the start is on the next day. */
function nextDay({ start, end }: DayHours): boolean {
  return minutesOf(end) <= minutesOf(start);
}

/** `10.30–22.00`; `null` where closed. */
export function hoursText(hours: DayHours | null): string | null {
  return hours && interval(dotted(hours.start), closing(hours.end));
}

/** A closing at midnight is at the end of the day, not at its start. */
function closing(clock: string): string {
  return minutesOf(clock) === 0 ? "24.00" : dotted(clock);
}

/** `02:00` → `2.00`, as times are written in Finnish. */
function dotted(clock: string): string {
  return clock.replace(":", ".").replace(/^0(?=\d)/, "");
}
