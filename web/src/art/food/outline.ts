import type { Chance } from "./chance";

/** How a closed, hand-cut outline is drawn. */
export interface Outline {
  /** Mean radius. */
  radius: number;
  /** How far the edge wobbles from it. */
  wobble: number;
  /** How many points the edge goes through. */
  points: number;
  /** Stretch along both axes. */
  stretch?: readonly [number, number];
  center?: readonly [number, number];
}

/** The path data of a closed, wobbling outline: a smooth curve through points around a circle. */
export function outline(chance: Chance, shape: Outline): string {
  const { radius, wobble, points, stretch: [sx, sy] = [1, 1], center: [cx, cy] = [0, 0] } = shape;
  const edge = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * Math.PI * 2 + ((chance() - 0.5) * 0.5) / points;
    const reach = radius + (chance() - 0.5) * 2 * wobble;
    return [cx + Math.cos(angle) * reach * sx, cy + Math.sin(angle) * reach * sy] as const;
  });
  const at = (index: number) => edge[(index + points) % points] ?? ([0, 0] as const);
  const [x0, y0] = at(0);
  const curves = edge.map((from, index) => {
    const [before, to, after] = [at(index - 1), at(index + 1), at(index + 2)];
    return `C${pair(from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6)} ${pair(
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
    )} ${pair(to[0], to[1])}`;
  });
  return `M${pair(x0, y0)}${curves.join("")}Z`;
}

/** A number with one decimal: nobody sees more, and the page stays small. */
export function short(value: number): number {
  return Math.round(value * 10) / 10;
}

function pair(x: number, y: number): string {
  return `${short(x)} ${short(y)}`;
}
