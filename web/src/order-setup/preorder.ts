/** The times that can be ordered for (OS-40 to OS-43). Times are `YYYY-MM-DD HH:mm` in Helsinki. */
import type { PreorderDay } from "../api/wire";

/** The time that a preorder is for, and the one that it had to give way to. */
export interface ChosenTime {
  time: string | null;
  /** A time that was chosen and is not offered; `isPast`: it has gone by. */
  lost: { time: string; isPast: boolean } | null;
}

/** A chosen time while it is offered, else the first that is (OS-36). */
export function chosenTime(wanted: string | null, days: readonly PreorderDay[] | null): ChosenTime {
  if (!days) return { time: wanted, lost: null };
  const times = days.flatMap((day) => day.times);
  if (wanted !== null && times.includes(wanted)) return { time: wanted, lost: null };
  const [first = null] = times;
  const isPast = wanted !== null && first !== null && wanted < first;
  return { time: first, lost: wanted === null ? null : { time: wanted, isPast } };
}

/** The time of a day's that has the clock of another, else the next after it, else the day's last. */
export function sameClock(time: string, times: readonly string[]): string | null {
  return times.find((one) => one.slice(11) >= time.slice(11)) ?? times.at(-1) ?? null;
}

/** Which quarter of its hour a time begins, 0 to 3. */
export function quarterIn(time: string): number {
  return Math.floor(Number(time.slice(14)) / 15);
}

/** The day of a time. */
export function dateIn(time: string): string {
  return time.slice(0, 10);
}

/** The clock of a time as Finns write it: `19.45`, `9.00`. */
export function clockIn(time: string): string {
  return time
    .slice(11)
    .replace(":", ".")
    .replace(/^0(?=\d)/, "");
}
