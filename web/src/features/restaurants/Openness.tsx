import type { Shop } from "../../api/wire";
import { Chip } from "../../ui/Chip";
import { opennessOf } from "./shopHours";
import { STATUS } from "./texts";

/** Whether a restaurant is open, in words (RS-31). */
export function opennessText(shop: Shop, now: number): string {
  const openness = opennessOf(shop, now);
  if (openness === "always") return STATUS.alwaysOpen;
  return openness === "closed" ? STATUS.closed : STATUS.openUntil(openness.until);
}

/** The same as a sign. */
export function OpennessChip({ shop, now }: { shop: Shop; now: number }) {
  const isOpen = opennessOf(shop, now) !== "closed";
  return <Chip tone={isOpen ? "open" : "closed"}>{opennessText(shop, now)}</Chip>;
}
