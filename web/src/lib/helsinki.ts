/** Times as they are in Helsinki, whatever the reader's own clock zone is. Moments are epoch ms. */

const ZONE = "Europe/Helsinki";
const TIME = new Intl.DateTimeFormat("fi-FI", { timeZone: ZONE, hour: "numeric", minute: "2-digit" });
const DATE = new Intl.DateTimeFormat("fi-FI", { timeZone: ZONE, day: "numeric", month: "numeric" });
const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, weekday: "long" });

/** The days of a week, as the wire names them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number];

const ON_DAY: Record<Weekday, string> = {
  mon: "maanantaina",
  tue: "tiistaina",
  wed: "keskiviikkona",
  thu: "torstaina",
  fri: "perjantaina",
  sat: "lauantaina",
  sun: "sunnuntaina",
};

/** The days of a week in two letters. */
export const SHORT_DAY: Record<Weekday, string> = {
  mon: "ma",
  tue: "ti",
  wed: "ke",
  thu: "to",
  fri: "pe",
  sat: "la",
  sun: "su",
};

/** The time of day: `18.42`. */
export function timeOf(moment: number): string {
  return TIME.format(moment);
}

/** The time of day where it is today, else with its date: `20.11. 18.42`. */
export function timeAsOf(moment: number, now: number): string {
  return dayOf(moment) === dayOf(now) ? timeOf(moment) : `${DATE.format(moment)} ${timeOf(moment)}`;
}

/** A time to come: `18.30` today, `pe 18.30` within six days, else with its date: `27.11. 18.30`. */
export function dayTimeOf(moment: number, now: number): string {
  if (dayOf(moment) === dayOf(now)) return timeOf(moment);
  const isSoon = moment > now && moment - now < 6 * 24 * 60 * 60_000;
  return isSoon ? `${SHORT_DAY[weekdayOf(moment)]} ${timeOf(moment)}` : timeAsOf(moment, now);
}

/** Day and time in a sentence: `tänään noin kello 18.30`, `perjantaina 27.11. noin kello 18.30`. */
export function aroundTime(moment: number, now: number): string {
  const time = `noin kello\u00a0${timeOf(moment)}`;
  if (dayOf(moment) === dayOf(now)) return `tänään ${time}`;
  return `${ON_DAY[weekdayOf(moment)]} ${DATE.format(moment)} ${time}`;
}

/** The day of the week. */
export function weekdayOf(moment: number): Weekday {
  const name = WEEKDAY.format(moment).slice(0, 3).toLowerCase();
  return WEEKDAYS.find((day) => day === name) ?? "mon";
}

/** Minutes since midnight. */
export function minuteOfDay(moment: number): number {
  return minutesOf(CLOCK.format(moment));
}

/** Minutes since midnight of a clock time `HH:mm`. */
export function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(":").map(Number);
  return ((hours ?? 0) % 24) * 60 + (minutes ?? 0);
}

/** Day and time as they are sent: `2026-11-27 18:30`. */
export function wallTimeOf(moment: number): string {
  return `${dayOf(moment)} ${CLOCK.format(moment)}`;
}

/** The day `YYYY-MM-DD` that a moment is on. */
export function dayOf(moment: number): string {
  return DAY.format(moment);
}

/** The day of a moment in full: `21.11.2026` (AC-27). */
export function fullDate(moment: number): string {
  return dayOf(moment).split("-").toReversed().join(".");
}

/** The day of a moment as one writes it: `24.5.2027`. */
export function plainDate(moment: number): string {
  const [year = ""] = dayOf(moment).split("-");
  return `${DATE.format(moment)}${year}`;
}

/** The day of a moment without its year: `24.5.` */
export function dayAndMonth(moment: number): string {
  return DATE.format(moment);
}

/** The day of a moment with its weekday: `pe 27.11.2026` (RO-02). */
export function weekdayDate(moment: number): string {
  return `${SHORT_DAY[weekdayOf(moment)]}\u00a0${plainDate(moment)}`;
}

/** A day `YYYY-MM-DD` as one says it: `Tänään`, `Huomenna`, else `to 26.11.` */
export function dayName(day: string, now: number): string {
  if (day === dayOf(now)) return "Tänään";
  // Days of 23 and 25 hours, too, have the same hour of the next day well inside them.
  const noon = Date.parse(`${day}T10:00:00Z`);
  if (dayOf(noon - 24 * 60 * 60_000) === dayOf(now)) return "Huomenna";
  return `${SHORT_DAY[weekdayOf(noon)]}\u00a0${DATE.format(noon)}`;
}
