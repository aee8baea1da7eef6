import { wallTimeOf } from "../../lib/helsinki";

/** Monday to Thursday, counted from Monday. */
const LAST_DAY = 3;
/** Lunch ends then (settings of the chain); before, pizzas have another price. */
const LUNCH_ENDS = "14:00";
const LUNCH_BEGINS = "08:00";

/** When two for one can be had: now, later today, or from Monday on. */
export type TwoForOneTime = "now" | "after-lunch" | "monday";

/** Whether the code would hold for an order at this time, `YYYY-MM-DD HH:mm` in Helsinki. */
export function twoForOneAt(time: string): TwoForOneTime {
  const [day = "", clock = ""] = time.split(" ");
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + LAST_DAY) % 7;
  if (weekday > LAST_DAY) return "monday";
  return clock >= LUNCH_BEGINS && clock < LUNCH_ENDS ? "after-lunch" : "now";
}

/** The time for which one orders: the one that was asked for, else now. */
export function orderTime(preorderTime: string | null, now: number): string {
  return preorderTime ?? wallTimeOf(now);
}
