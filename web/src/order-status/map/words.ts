import { metresBetween } from "../../map/geo";
import { MAP } from "../texts";
import type { MapView } from "./mapOf";

/** From here on a distance is told in half kilometres, metres. */
const FAR_M = 2_000;

/** How far the car is from the door, as one says it: `900 metrin`, `2,5 kilometrin`; `null` where it is not shown. */
export function distanceOf({ car, home }: Pick<MapView, "car" | "home">): string | null {
  if (car === null) return null;
  const metres = metresBetween(car.position, home);
  if (metres < 100) return MAP.nearby;
  const hundreds = Math.round(metres / 100) * 100;
  if (hundreds < FAR_M) return MAP.metres(hundreds);
  return MAP.kilometres(Math.round(metres / 500) / 2);
}

/** How long ago, to the second: `6 s`, `1 min 35 s`. */
export function ageText(ageMs: number): string {
  const seconds = Math.floor(ageMs / 1_000);
  return seconds < 60 ? MAP.seconds(seconds) : MAP.minutes(Math.floor(seconds / 60), seconds % 60);
}

/** The map in one sentence, for the customer who does not see it; `null` where it says nothing that the hero does not. */
export function carInWords(view: MapView): string | null {
  const { sight, stopsBefore } = view;
  if (sight === "stale") return MAP.stale;
  if (sight === "unseen") return MAP.unseen;
  if (sight !== "fresh" && sight !== "elsewhere") return null;
  const where = sight === "elsewhere" ? MAP.elsewhere : MAP.away(distanceOf(view) ?? MAP.nearby);
  return stopsBefore === null ? `${where}.` : `${where}, ${MAP.stops(stopsBefore)}.`;
}
