/** When and for whom a combo is to be had, in words (CM-12 to CM-16). */
import type { ComboView } from "../../api/wire";
import { SHORT_DAY, WEEKDAYS } from "../../lib/helsinki";
import { interval } from "../../lib/interval";
import { CONDITIONS } from "./texts";

type Conditions = Pick<
  ComboView,
  "campaignTimeOfDayConditions" | "isActiveDuringLunch" | "requireLogin" | "start" | "end"
>;

const DATE = new Intl.DateTimeFormat("fi-FI", { dateStyle: "short", timeZone: "Europe/Helsinki" });

/** A sentence for each condition; none where it is to be had always. */
export function conditionsOf(combo: Conditions): string[] {
  const { campaignTimeOfDayConditions: times, isActiveDuringLunch, requireLogin, start, end } = combo;
  const whens = times.map(({ daysOfWeek, startTime, endTime }) =>
    [daysOf(daysOfWeek), interval(clock(startTime), clock(endTime))].filter(Boolean).join(" "),
  );
  return [
    ...(whens.length > 0 ? [CONDITIONS.times(whens.join(", "))] : []),
    ...(isActiveDuringLunch ? [] : [CONDITIONS.notAtLunch]),
    ...(start !== null || end !== null ? [CONDITIONS.dates(dateOf(start), dateOf(end))] : []),
    ...(requireLogin ? [CONDITIONS.members] : []),
  ];
}

/** `ma–pe`, `pe–la`, `ma, ke`; nothing where it is each day. */
function daysOf(mask: number): string {
  const days = WEEKDAYS.flatMap((day, index) => ((mask >> index) & 1 ? [{ day, index }] : []));
  if (days.length === WEEKDAYS.length) return "";
  const runs: { first: number; last: number }[] = [];
  for (const { index } of days) {
    const run = runs.at(-1);
    if (run && run.last === index - 1) run.last = index;
    else runs.push({ first: index, last: index });
  }
  const name = (index: number) => SHORT_DAY[WEEKDAYS[index] ?? "mon"];
  return runs.map(({ first, last }) => interval(name(first), name(last))).join(", ");
}

/** `21:00` as Finns write it. */
function clock(time: string): string {
  return time.replace(/^0(?=\d)/, "").replace(":", ".");
}

function dateOf(moment: string | null): string | null {
  return moment === null ? null : DATE.format(Date.parse(moment));
}
