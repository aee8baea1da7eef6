import { DISTANCE } from "./texts";

/** How far off a restaurant is, in words (OS-16, OS-17, OS-18). */
export function distanceText(kilometres: number): string {
  const metres = Math.round(kilometres * 1000);
  if (metres < 500) return DISTANCE.near;
  if (metres < 1000) return DISTANCE.metres(Math.ceil(metres / 100) * 100);
  return DISTANCE.kilometres((Math.ceil(metres / 100) / 10).toLocaleString("fi-FI"));
}
