import { memo } from "react";
import { chanceOf, seedOf } from "./chance";
import { short } from "./outline";

interface FinishProps {
  colour: string;
  seed: number;
}

/** A sauce poured over it in a thin zigzag. */
export const Drizzle = memo(function Drizzle({ colour, seed }: FinishProps) {
  const chance = chanceOf(seed ^ seedOf(colour));
  const turn = Math.floor(chance() * 180);
  const rows = Array.from({ length: 7 }, (_, row) => {
    const y = -58 + row * 19.5;
    const half = Math.sqrt(Math.max(0, 66 * 66 - y * y)) - 4 - chance() * 8;
    const side = row % 2 === 0 ? 1 : -1;
    return [side * half, y + (chance() - 0.5) * 5] as const;
  });
  const [first, ...rest] = rows;
  // Each turn swings out and comes back round.
  const way = rest.reduce(
    (path, [x, y], index) => {
      const [left, above] = rows[index] ?? [x, y];
      return `${path}C${short(left * 1.25)} ${short(above + 15)} ${short(x * 1.25)} ${short(y - 15)} ${short(x)} ${short(y)}`;
    },
    `M${short(first?.[0] ?? 0)} ${short(first?.[1] ?? 0)}`,
  );
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round" transform={`rotate(${turn})`}>
      <path d={way} stroke="#5A1F0A" strokeWidth="3.6" opacity="0.2" transform="translate(1 1.6)" />
      <path d={way} stroke={colour} strokeWidth="2.9" />
      <path d={way} stroke="#fff" strokeWidth="0.8" opacity="0.4" transform="translate(-.5 -.6)" />
    </g>
  );
});

/** A spice strewn over it. */
export const Specks = memo(function Specks({ colour, seed }: FinishProps) {
  const chance = chanceOf(seed ^ seedOf(`specks ${colour}`));
  const flakes = Array.from({ length: 46 }, () => {
    const [angle, reach, turn] = [chance() * 6.28, Math.sqrt(chance()) * 72, chance() * 6.28];
    const long = 1.4 + chance() * 1.8;
    return `M${short(Math.cos(angle) * reach)} ${short(Math.sin(angle) * reach)}l${short(Math.cos(turn) * long)} ${short(Math.sin(turn) * long)}`;
  });
  return <path d={flakes.join("")} stroke={colour} strokeWidth="1.7" strokeLinecap="round" opacity="0.9" />;
});
