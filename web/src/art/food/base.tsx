/** The layers under the toppings. */
import { memo } from "react";
import { type Chance, chanceOf } from "./chance";
import { outline, short } from "./outline";
import type { Cheese as CheeseName, Dough, Sauce } from "./recipe";

/** Edge and rim of a dough, and how often a blister is dark. */
const DOUGHS: Record<Dough, { edge: string; rim: string; dark: number; blisters: number; wobble: number }> = {
  thin: { edge: "#C27F38", rim: "#E2A557", dark: 0.45, blisters: 26, wobble: 1.6 },
  fibre: { edge: "#94602F", rim: "#BD8347", dark: 0.6, blisters: 34, wobble: 1.4 },
  sourdough: { edge: "#B0672B", rim: "#DB9A4C", dark: 0.75, blisters: 44, wobble: 2.8 },
  glutenFree: { edge: "#CDA46A", rim: "#EBCB93", dark: 0.2, blisters: 14, wobble: 0.7 },
  pan: { edge: "#8F4F1F", rim: "#CF8A3D", dark: 0.3, blisters: 18, wobble: 0.5 },
};

/** The dough with its rim. */
export const DoughLayer = memo(function DoughLayer({
  dough,
  seed,
  raw,
}: {
  dough: Dough;
  seed: number;
  raw: boolean;
}) {
  const chance = chanceOf(seed);
  const look = DOUGHS[dough];
  const [edge, rim] = raw ? ["#D3B47C", "#EFDCB0"] : [look.edge, look.rim];
  const blisters = Array.from({ length: look.blisters }, () => ({
    angle: chance() * Math.PI * 2,
    reach: 88 + chance() * 8,
    long: 3 + chance() * 8,
    wide: 1.6 + chance() * 2.2,
    dark: chance() < look.dark,
    strength: 0.28 + chance() * 0.34,
  }));
  return (
    <>
      <path d={outline(chance, { radius: 100, wobble: look.wobble, points: 18 })} fill={edge} />
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
      {dough === "fibre" && !raw && <Bran chance={chance} />}
      <path d={outline(chance, { radius: 85.5, wobble: 1.4, points: 20 })} fill="#A9602A" opacity="0.75" />
      <path d={outline(chance, { radius: 82, wobble: 1.2, points: 18 })} fill={raw ? "#F4E6C4" : "#EFC98A"} />
    </>
  );
});

/** Seeds in the rim of dough with fibre. */
function Bran({ chance }: { chance: Chance }) {
  const seeds = Array.from({ length: 60 }, () => {
    const [angle, reach, turn] = [chance() * 6.28, 86.5 + chance() * 11, chance() * 6.28];
    return `M${short(Math.cos(angle) * reach)} ${short(Math.sin(angle) * reach)}l${short(Math.cos(turn) * 2.2)} ${short(Math.sin(turn) * 2.2)}`;
  });
  return <path d={seeds.join("")} stroke="#5E3A18" strokeWidth="1.5" strokeLinecap="round" opacity="0.8" />;
}

const SAUCES: Record<Sauce, readonly [string, string]> = {
  tomato: ["#A82A14", "#C63D20"],
  hot: ["#7F1408", "#A92812"],
  cream: ["#E0B25C", "#F6DFA6"],
  bbq: ["#5E2616", "#7C351E"],
  pesto: ["#456B22", "#6C9434"],
  paprika: ["#A8481A", "#CE6A2C"],
};

/** The sauce, a little short of the rim. */
export const SauceLayer = memo(function SauceLayer({ sauce, seed }: { sauce: Sauce; seed: number }) {
  const chance = chanceOf(seed ^ 0x5a);
  const [dark, light] = SAUCES[sauce];
  return (
    <>
      <path d={outline(chance, { radius: 83.5, wobble: 1.6, points: 20 })} fill={dark} />
      <path d={outline(chance, { radius: 79, wobble: 2.4, points: 18, center: [-1, -1] })} fill={light} />
    </>
  );
});

const CHEESES = {
  dairy: ["#F3CC74", "#F9DF9C", "#FDEFC6", "#D9923F"],
  emmental: ["#E8B750", "#F4CC74", "#FADF9E", "#C98430"],
  vegan: ["#EFD9A0", "#F5E6BE", "#FAF1D6", "#D2A565"],
} as const satisfies Record<CheeseName, readonly string[]>;

interface CheeseLayerProps {
  cheese: CheeseName;
  /** What shows through its gaps. */
  sauce: Sauce | null;
  seed: number;
  raw: boolean;
}

/** The cheese: grated before the oven, melted and browned after it. */
export const CheeseLayer = memo(function CheeseLayer({ cheese, sauce, seed, raw }: CheeseLayerProps) {
  const chance = chanceOf(seed ^ 0xc4);
  const [edge, melt, light, brown] = CHEESES[cheese];
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
        fill={sauce ? SAUCES[sauce][1] : "#EFC98A"}
        opacity={0.75}
      />
      <Spots chance={chance} count={16} within={[12, 72]} size={[2, 5.4]} fill={brown} opacity={0.42} />
    </>
  );
});

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
