/** Sets what the rings of the calm ground stand for onto them. */
import type { Ring } from "../ground/rings";
import type { Point } from "./line";
import { collide, type Frame, isFree, type Placed } from "./place";

/** Where on a ring it is tried, in degrees clockwise from the right. */
const ANGLES = [-45, -135, 0, 180, 45, 135, -90, 90];
const HEIGHT = 12;

/** What stands for each ring around `centre`, where there is room for it; all in a row if that can be. */
export function placeRings(
  centre: Point,
  rings: readonly Ring[],
  widthOf: (text: string) => number,
  frame: Frame,
): Placed[] {
  const placed: Placed[] = [];
  for (const { radius, text } of rings) {
    for (const degrees of ANGLES) {
      const angle = (degrees * Math.PI) / 180;
      const at: Placed = {
        text,
        x: centre.x + Math.cos(angle) * radius,
        y: centre.y + Math.sin(angle) * radius,
        angle: 0,
        width: widthOf(text),
        height: HEIGHT,
      };
      if (!isFree(at, frame) || placed.some((other) => collide(at, other))) continue;
      placed.push(at);
      break;
    }
  }
  return placed;
}
