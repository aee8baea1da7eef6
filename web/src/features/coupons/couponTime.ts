/** When coupons hold, and how their dates are written. Pure. */
import { dayAndMonth, dayOf, plainDate } from "../../lib/helsinki";
import { COUPONS } from "./texts";

/** Their hours from Monday to Friday (OP-06); on other days they always hold. */
const [FROM, UNTIL] = ["14:00", "22:00"];
const FRIDAY = 4;

/** When a coupon can be used: now, or what stands in its button's place. */
export type CouponTime = "now" | "today" | "tomorrow" | "weekend" | "otherTime";

/** Whether coupons hold for an order at this time, `YYYY-MM-DD HH:mm` in Helsinki. */
export function couponTimeAt(time: string, isPreorder: boolean): CouponTime {
  const [day = "", clock = ""] = time.split(" ");
  // 1970-01-01 was a Thursday; days are counted from Monday.
  const weekday = (Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 3) % 7;
  if (weekday > FRIDAY || (clock >= FROM && clock < UNTIL)) return "now";
  if (isPreorder) return "otherTime";
  if (clock < FROM) return "today";
  return weekday === FRIDAY ? "weekend" : "tomorrow";
}

/** The next time, as it is sent, at which coupons hold; `null` where they hold at the one that is asked for. */
export function nextCouponTime(time: string, when: CouponTime): string | null {
  const [day = ""] = time.split(" ");
  if (when === "now") return null;
  return `${when === "tomorrow" || when === "weekend" ? dayAfter(day) : day} ${FROM}`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** From when to when, `d.m. – d.m.`; with years where they are not this one's (CP-01, CP-18). The end is not in it any more. */
export function datesOf(start: string | null, end: string | null, now: number): string | null {
  const first = start === null ? null : Date.parse(start);
  const last = end === null ? null : Date.parse(end) - 1;
  const isThisYear = (moment: number | null) => moment === null || yearOf(moment) === yearOf(now);
  const write = isThisYear(first) && isThisYear(last) ? dayAndMonth : plainDate;
  if (first !== null && last !== null) return COUPONS.between(write(first), write(last));
  if (first !== null) return COUPONS.from(write(first));
  return last === null ? null : COUPONS.until(write(last));
}

function yearOf(moment: number): string {
  return dayOf(moment).slice(0, 4);
}
