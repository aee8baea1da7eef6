/** A restaurant's hours, and the days on which they are others (RS-06, RS-07). */
import type { ShopSummary } from "../../api/wire";
import { dayOf, WEEKDAYS, weekdayOf } from "../../lib/helsinki";
import { type DayHours, minutesOpen, opensAt, openUntil, type WeekHours } from "../../lib/openingHours";

/** Kinds of hours, as the wire numbers them. */
export const KIND = { general: 1, delivery: 2, lunch: 3, webShop: 4 } as const;

type Kind = (typeof KIND)[keyof typeof KIND];

/** The hours of a kind by weekday; `null` where the restaurant has none of that kind. */
export function weekOf(shop: ShopSummary, kind: Kind): WeekHours | null {
  const hours = shop.shopOpeningHours.find(({ openingHourtypeID }) => openingHourtypeID === kind);
  return hours ?? null;
}

/** Hours of a date that replace those of its weekday; `hours` is `null` where it is closed all day. */
export interface ExceptionalDay {
  date: string;
  hours: DayHours | null;
}

/** The exceptions of a kind that are still to come, soonest first. */
export function exceptionsOf(
  { shopOpeningHourExceptions }: ShopSummary,
  kind: Kind,
  now: number,
): ExceptionalDay[] {
  const today = dayOf(now);
  return shopOpeningHourExceptions
    .filter(({ openingHourtypeID, exceptionDate }) => openingHourtypeID === kind && exceptionDate >= today)
    .map(({ exceptionDate, startTime, endTime }) => ({
      date: exceptionDate,
      hours: startTime && endTime ? { start: startTime, end: endTime } : null,
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

const DAY_MS = 24 * 60 * 60_000;

/** The week as it is around `now`: with the exceptions of yesterday, whose night may go on, and of today. */
export function weekAround(shop: ShopSummary, now: number): WeekHours | null {
  const week = weekOf(shop, KIND.general);
  if (!week) return null;
  const around = { ...week };
  for (const moment of [now - DAY_MS, now]) {
    const day = dayOf(moment);
    const exception = shop.shopOpeningHourExceptions.find(
      ({ openingHourtypeID, exceptionDate }) => openingHourtypeID === KIND.general && exceptionDate === day,
    );
    if (!exception) continue;
    const { startTime, endTime } = exception;
    around[weekdayOf(moment)] = startTime && endTime ? { start: startTime, end: endTime } : null;
  }
  return around;
}

/** So near its end the hours are said to end soon, minutes (RS-21). */
const SOON_MINUTES = 30;

/** Whether the house is open at `now`; until when, or from when on. `always` where it never closes. */
export type Openness =
  | "always"
  | { isOpen: true; until: string; isEndingSoon: boolean }
  | { isOpen: false; opens: { inDays: number; time: string } | null };

/** How the house is at `now`. */
export function opennessOf(shop: ShopSummary, now: number): Openness {
  const week = weekAround(shop, now);
  if (!week) return { isOpen: false, opens: null };
  if (WEEKDAYS.every((day) => isWholeDay(week[day]))) return "always";
  const until = openUntil(week, now);
  if (until === null) return { isOpen: false, opens: opensAt(week, now) };
  return { isOpen: true, until, isEndingSoon: (minutesOpen(week, now) ?? 0) <= SOON_MINUTES };
}

/** Whether nobody who comes there now gets anything. */
export function isShut(shop: ShopSummary, now: number): boolean {
  const openness = opennessOf(shop, now);
  return openness !== "always" && !openness.isOpen;
}

function isWholeDay(hours: DayHours | null): boolean {
  return hours?.start === "00:00" && (hours.end === "24:00" || hours.end === "00:00");
}
