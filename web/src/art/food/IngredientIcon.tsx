import { memo, type ReactNode } from "react";
import { chanceOf, seedOf } from "./chance";
import { colourOf } from "./colours";
import { lookOf } from "./recipe";
import { TOPPINGS } from "./toppings";

/** One piece of an ingredient on its plate; nothing to hear. What has no drawing of its own shows its kind. */
export const IngredientIcon = memo(function IngredientIcon({
  name,
  categoryId,
  size,
}: {
  name: string;
  categoryId: string;
  size: number;
}) {
  return (
    <svg viewBox="-24 -24 48 48" width={size} height={size} aria-hidden="true">
      {pieceOf(name) ?? (KINDS[categoryId] ?? KINDS["spices"])?.(name)}
    </svg>
  );
});

function pieceOf(name: string): ReactNode {
  const look = lookOf(name);
  if (look === null) return null;
  const topping = TOPPINGS[look];
  return (
    <g transform={`scale(${Math.min(1.9, 17 / topping.radius)})`}>{topping.draw(chanceOf(seedOf(name)))}</g>
  );
}

const KINDS: Record<string, (name: string) => ReactNode> = {
  sauces: (name) => <Drizzle colour={colourOf(name)} />,
  dip: (name) => <Cup colour={colourOf(name)} />,
  spices: (name) => <Pinch colour={colourOf(name)} seed={seedOf(name)} />,
};

/** A sauce as it falls from the bottle. */
function Drizzle({ colour }: { colour: string }) {
  const way = "M-15-9C-6-15 2-15 13-10C18-7-12-5-13 0C-14 5 17 1 15 7C13 12-4 13-10 10";
  return (
    <g fill="none" strokeLinecap="round">
      <path d={way} stroke="#14192B" strokeWidth="6" opacity="0.14" transform="translate(1.4 1.8)" />
      <path d={way} stroke={colour} strokeWidth="5.4" />
      <path d={way} stroke="#fff" strokeWidth="1.2" opacity="0.45" transform="translate(-.8 -1)" />
    </g>
  );
}

/** A dip in its cup. */
function Cup({ colour }: { colour: string }) {
  return (
    <>
      <ellipse cx="1" cy="13" rx="14" ry="3.4" fill="#14192B" opacity="0.16" />
      <path d="M-17-5L-13 10Q-12 14 0 14.4Q12 14 13 10L17-5Z" fill="#4C64A6" />
      <ellipse cy="-5.6" rx="17.4" ry="6.4" fill="#8AA1DA" />
      <ellipse cy="-5.6" rx="15.4" ry="5" fill={colour} />
      <path
        d="M-9-5C-7-9 8-9 9-6"
        stroke="#fff"
        strokeWidth="1.8"
        opacity="0.6"
        fill="none"
        strokeLinecap="round"
      />
    </>
  );
}

/** A pinch of something. */
function Pinch({ colour, seed }: { colour: string; seed: number }) {
  const chance = chanceOf(seed);
  const flakes = Array.from({ length: 22 }, () => {
    const [angle, reach] = [chance() * 6.28, Math.sqrt(chance()) * 15];
    const turn = chance() * 6.28;
    const at = (value: number) => value.toFixed(1);
    return `M${at(Math.cos(angle) * reach)} ${at(Math.sin(angle) * reach)}l${at(Math.cos(turn) * 3)} ${at(Math.sin(turn) * 3)}`;
  });
  return <path d={flakes.join("")} stroke={colour} strokeWidth="2.2" strokeLinecap="round" />;
}
