import { memo } from "react";
import { type Chance, chanceOf } from "./chance";
import { layPieces, PIECE_SCALE } from "./layout";
import { outline, short } from "./outline";
import type { Recipe, Sauce } from "./recipe";
import { TOPPINGS } from "./toppings";

interface PizzaProps {
  recipe: Recipe;
  /** From the product: the same product always looks the same. */
  seed: number;
  /** Raw dough: the same pizza in pale tones, its cheese not yet melted. */
  raw?: boolean;
  /** Whether it lies on something and throws a shadow. */
  shadow?: boolean;
}

/**
 * A pizza of radius 100 around 0, 0, for use inside an `svg`: dough, sauce, cheese, toppings, leaves, as the customer
 * chose them.
 */
export const Pizza = memo(function Pizza({ recipe, seed, raw = false, shadow = true }: PizzaProps) {
  const chance = chanceOf(seed);
  return (
    <g>
      {shadow && <ellipse cx="4" cy="9" rx="101" ry="99" fill="#14192B" opacity="0.16" />}
      <Dough chance={chance} raw={raw} />
      <SauceLayer chance={chance} sauce={recipe.sauce} />
      {recipe.cheese && <Cheese chance={chance} recipe={recipe} raw={raw} />}
      {layPieces(recipe, seed).map((piece) => (
        <g
          key={piece.seed}
          transform={`translate(${short(piece.x)} ${short(piece.y)}) rotate(${short(piece.turn)}) scale(${PIECE_SCALE})`}
        >
          {TOPPINGS[piece.kind].draw(chanceOf(piece.seed))}
        </g>
      ))}
    </g>
  );
});

function Dough({ chance, raw }: { chance: Chance; raw: boolean }) {
  const [edge, rim] = raw ? ["#D3B47C", "#EFDCB0"] : ["#C27F38", "#E2A557"];
  const blisters = Array.from({ length: 26 }, () => ({
    angle: chance() * Math.PI * 2,
    reach: 88 + chance() * 8,
    long: 3 + chance() * 8,
    wide: 1.6 + chance() * 2.2,
    dark: chance() < 0.45,
    strength: 0.28 + chance() * 0.34,
  }));
  return (
    <>
      <path d={outline(chance, { radius: 100, wobble: 1.6, points: 18 })} fill={edge} />
      <path d={outline(chance, { radius: 97.4, wobble: 1.5, points: 18, center: [-1, -1.8] })} fill={rim} />
      {blisters.map(({ angle, reach, long, wide, dark, strength }) => {
        const [x, y] = [short(Math.cos(angle) * reach), short(Math.sin(angle) * reach)];
        const tone = dark ? (raw ? "#FFF6DF" : "#8C4A1C") : "#F3CB85";
        return (
          <ellipse
            key={angle}
            cx={x}
            cy={y}
            rx={short(wide)}
            ry={short(long)}
            transform={`rotate(${short((angle * 180) / Math.PI)} ${x} ${y})`}
            fill={tone}
            opacity={short(strength)}
          />
        );
      })}
      <g fill="none" stroke="#FBE3B0" strokeLinecap="round">
        <path d="M-71-60A93 93 0 0 1 12-92" strokeWidth="4.5" opacity="0.75" />
        <path d="M-88-24A92 92 0 0 1-80-44" strokeWidth="4" opacity="0.6" />
      </g>
      <path d={outline(chance, { radius: 85.5, wobble: 1.4, points: 20 })} fill="#A9602A" opacity="0.75" />
    </>
  );
}

const SAUCES: Record<Sauce, readonly [string, string]> = {
  tomato: ["#A82A14", "#C63D20"],
  cream: ["#E0B25C", "#F6DFA6"],
  bbq: ["#5E2616", "#7C351E"],
};

function SauceLayer({ chance, sauce }: { chance: Chance; sauce: Sauce }) {
  const [dark, light] = SAUCES[sauce];
  return (
    <>
      <path d={outline(chance, { radius: 83.5, wobble: 1.6, points: 20 })} fill={dark} />
      <path d={outline(chance, { radius: 79, wobble: 2.4, points: 18, center: [-1, -1] })} fill={light} />
    </>
  );
}

const CHEESES = {
  dairy: ["#F3CC74", "#F9DF9C", "#FDEFC6", "#D9923F"],
  vegan: ["#EFD9A0", "#F5E6BE", "#FAF1D6", "#D2A565"],
} as const;

function Cheese({ chance, recipe, raw }: { chance: Chance; recipe: Recipe; raw: boolean }) {
  const [edge, melt, light, brown] = CHEESES[recipe.cheese ?? "dairy"];
  if (raw) return <Shreds chance={chance} tones={[melt, light]} />;
  return (
    <>
      <path d={outline(chance, { radius: 77.5, wobble: 4.6, points: 26 })} fill={edge} />
      <path d={outline(chance, { radius: 73, wobble: 6, points: 22, center: [-1.5, -2] })} fill={melt} />
      <Spots chance={chance} count={9} within={[18, 70]} size={[7, 14]} fill={light} opacity={0.85} />
      <Spots
        chance={chance}
        count={11}
        within={[30, 74]}
        size={[2.5, 7.5]}
        fill={SAUCES[recipe.sauce][1]}
        opacity={0.75}
      />
      <Spots chance={chance} count={16} within={[12, 72]} size={[2, 5.4]} fill={brown} opacity={0.42} />
    </>
  );
}

interface SpotsProps {
  chance: Chance;
  count: number;
  within: readonly [number, number];
  size: readonly [number, number];
  fill: string;
  opacity: number;
}

function Spots({ chance, count, within: [near, far], size: [least, most], fill, opacity }: SpotsProps) {
  const spots = Array.from({ length: count }, () => {
    const angle = chance() * Math.PI * 2;
    const reach = near + chance() * (far - near);
    const radius = least + chance() * (most - least);
    const center = [Math.cos(angle) * reach, Math.sin(angle) * reach] as const;
    return outline(chance, { radius, wobble: radius / 4, points: 8, stretch: [1.3, 0.9], center });
  });
  return <path d={spots.join("")} fill={fill} opacity={opacity} />;
}

/** Grated cheese as it falls, before the oven. */
function Shreds({ chance, tones }: { chance: Chance; tones: readonly [string, string] }) {
  const strew = (count: number) =>
    Array.from({ length: count }, () => {
      const [angle, reach, turn] = [chance() * 6.28, Math.sqrt(chance()) * 72, chance() * 3.14];
      const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
      return `M${short(x)} ${short(y)}l${short(Math.cos(turn) * 9)} ${short(Math.sin(turn) * 9)}`;
    }).join("");
  return (
    <g fill="none" strokeWidth="3.4" strokeLinecap="round">
      <path d={strew(70)} stroke={tones[0]} />
      <path d={strew(60)} stroke={tones[1]} />
    </g>
  );
}
