import { wallTimeOf } from "../../lib/helsinki";

const HOUR_MS = 60 * 60_000;

/** The moment of a wall time `YYYY-MM-DD HH:mm` in Helsinki, two or three hours ahead of UTC. */
export function momentOfPreorder(wallTime: string): number {
  const asUtc = Date.parse(`${wallTime.replace(" ", "T")}:00Z`);
  const summer = asUtc - 3 * HOUR_MS;
  return wallTimeOf(summer) === wallTime ? summer : asUtc - 2 * HOUR_MS;
}
