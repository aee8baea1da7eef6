import type { ShopSummary } from "../../api/wire";
import { Chip } from "../../ui/Chip";
import { SHORT_DAY, weekdayOf } from "../../lib/helsinki";
import { isShut, opennessOf } from "./shopHours";
import { STATUS } from "./texts";

/** Whether a restaurant is open, in words (RS-31). */
export function opennessText(shop: ShopSummary, now: number): string {
  const openness = opennessOf(shop, now);
  if (openness === "always") return STATUS.alwaysOpen;
  if (openness.isOpen) {
    return openness.isEndingSoon ? STATUS.endingSoon(openness.until) : STATUS.openUntil(openness.until);
  }
  const { opens } = openness;
  return opens === null ? STATUS.closed : STATUS.opensOn(dayWord(opens.inDays, now), opens.time);
}

/** The day so many days from now: nothing for today. */
function dayWord(inDays: number, now: number): string {
  if (inDays === 0) return "";
  return inDays === 1 ? STATUS.tomorrow : SHORT_DAY[weekdayOf(now + inDays * DAY_MS)];
}

const DAY_MS = 24 * 60 * 60_000;

/** The same as a sign. */
export function OpennessChip({ shop, now }: { shop: ShopSummary; now: number }) {
  return <Chip tone={isShut(shop, now) ? "closed" : "open"}>{opennessText(shop, now)}</Chip>;
}
