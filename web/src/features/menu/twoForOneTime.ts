/** When two pizzas are sold for the price of one (MN-27). */
const FROM = Date.UTC(2025, 1, 6, 12);
const UNTIL = Date.UTC(2025, 1, 8, 22);

/** Whether the banner of two for one is shown. */
export function isTwoForOne(now: number, isLunchTime: boolean): boolean {
  return !isLunchTime && FROM <= now && now < UNTIL;
}
