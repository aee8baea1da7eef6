/** A date of birth as it is picked (LO-21 to LO-23); what is not picked is 0. */
export interface Born {
  day: number;
  month: number;
  year: number;
}

/** Nothing picked yet. */
export const NOT_BORN: Born = { day: 0, month: 0, year: 0 };

const FIRST_YEAR = 1900;
const YOUNGEST = 10;

/** The years to choose from, the newest first; `today` is `YYYY-MM-DD`. */
export function yearsToChoose(today: string): number[] {
  const last = Number(today.slice(0, 4)) - YOUNGEST;
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, at) => last - at);
}

/** The date as it is sent; `null` where there is no such day. */
export function dateOf({ day, month, year }: Born): string | null {
  const moment = new Date(Date.UTC(year, month - 1, day));
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return null;
  return moment.toISOString().slice(0, 10);
}

/** Whether the birthday on which somebody becomes so old lies before today: on the day itself not yet. */
export function isOldEnough(date: string, years: number, today: string): boolean {
  const birthday = String(Number(date.slice(0, 4)) + years) + date.slice(4);
  return birthday < today;
}
