/** What is baked otherwise than a pizza: kotzone, lankku and rulla, with what is in them to be seen. */
import { chanceOf, seedOf } from "../chance";
import { outline, short } from "../outline";
import type { Recipe, Sauce } from "../recipe";
import { kindsInOrder } from "../layout";
import { TOPPINGS } from "../toppings";

interface BakedProps {
  recipe: Recipe;
  seed: number;
}

const SAUCES: Record<Sauce, string> = {
  tomato: "#C63D20",
  hot: "#A92812",
  cream: "#F6DFA6",
  bbq: "#7C351E",
  pesto: "#6C9434",
  paprika: "#CE6A2C",
};
const CHEESES = { dairy: "#F9DF9C", emmental: "#F4CC74", vegan: "#F5E6BE" } as const;

/** Folded dough; through its slits one sees the sauce, before it lies what is in it. */
export function Kotzone({ recipe, seed }: BakedProps) {
  const kinds = kindsInOrder(recipe)
    .filter(([kind]) => kind !== "mozzarella")
    .slice(0, 4);
  return (
    <>
      <ellipse cx="6" cy="64" rx="96" ry="16" fill="#14192B" opacity="0.16" />
      <path d="M-98 34C-104-40-50-74 0-74S104-40 98 34C98 58 60 66 0 66S-98 58-98 34Z" fill="#B9742F" />
      <path d="M-95 30C-100-38-48-71 0-71S100-38 95 30C94 50 60 59 0 59S-94 50-95 30Z" fill="#E2A557" />
      <path d="M-80 14C-80-40-38-60 0-60S80-40 80 14C78 34 50 40 0 40S-78 34-80 14Z" fill="#EDBB70" />
      <g stroke="#8C3A16" strokeWidth="10" strokeLinecap="round">
        <path d="M-34-24L-26 10M0-32V6M34-24L26 10" />
      </g>
      <g stroke={SAUCES[recipe.sauce ?? "tomato"]} strokeWidth="5.5" strokeLinecap="round">
        <path d="M-34-24L-26 10M0-32V6M34-24L26 10" />
      </g>
      <path
        d="M-62-34C-44-56-14-62 6-62"
        stroke="#FBE3B0"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M-70 50C-40 44 40 44 70 50C50 60 -50 60 -70 50Z" fill={CHEESES[recipe.cheese ?? "dairy"]} />
      {kinds.map(([kind], index) => (
        <g
          key={kind}
          transform={`translate(${short((index - (kinds.length - 1) / 2) * 32)} 50) scale(${short(11 / TOPPINGS[kind].radius)})`}
        >
          {TOPPINGS[kind].draw(chanceOf(seed ^ seedOf(kind)))}
        </g>
      ))}
    </>
  );
}

/** A long flat bread with everything on it. */
export function Lankku({ recipe, seed }: BakedProps) {
  const chance = chanceOf(seed ^ 0x1a);
  const stretch = [1, 0.46] as const;
  return (
    <g transform="rotate(-18)">
      <ellipse cx="6" cy="14" rx="104" ry="48" fill="#14192B" opacity="0.16" />
      <path d={outline(chance, { radius: 102, wobble: 2, points: 16, stretch })} fill="#B9742F" />
      <path
        d={outline(chance, { radius: 99, wobble: 2, points: 16, stretch, center: [-1, -1.5] })}
        fill="#E2A557"
      />
      <path
        d={outline(chance, { radius: 88, wobble: 2, points: 16, stretch: [1, 0.42] })}
        fill={SAUCES[recipe.sauce ?? "tomato"]}
      />
      {recipe.cheese && (
        <path
          d={outline(chance, { radius: 82, wobble: 5, points: 20, stretch: [1, 0.4] })}
          fill={CHEESES[recipe.cheese]}
        />
      )}
      {kindsInOrder(recipe).flatMap(([kind, portions]) => {
        const own = chanceOf(seed ^ seedOf(kind));
        const count = 3 + Math.round(portions);
        return Array.from({ length: count }, (_, index) => {
          const x = -68 + ((index + own() * 0.8) * 136) / count;
          const y = (own() - 0.5) * 46 * Math.sqrt(Math.max(0.1, 1 - (x / 88) ** 2));
          const key = `${kind}-${index}`;
          return (
            <g key={key} transform={`translate(${short(x)} ${short(y)}) rotate(${short(own() * 360)})`}>
              {TOPPINGS[kind].draw(own)}
            </g>
          );
        });
      })}
    </g>
  );
}

/** A wrap in two halves, cut so that one sees into it. */
export function Rulla({ recipe, seed }: BakedProps) {
  return (
    <>
      <ellipse cx="6" cy="72" rx="92" ry="14" fill="#14192B" opacity="0.16" />
      <g transform="translate(-38 8) rotate(-24)">
        <Half recipe={recipe} seed={seed} />
      </g>
      <g transform="translate(42 16) rotate(20)">
        <Half recipe={recipe} seed={seed ^ 0x77} />
      </g>
    </>
  );
}

function Half({ recipe, seed }: BakedProps) {
  const kinds = kindsInOrder(recipe).map(([kind]) => kind);
  const chance = chanceOf(seed);
  return (
    <>
      <path d="M-36-52V44Q-36 62 0 62T36 44V-52Z" fill="#D9B67C" />
      <path d="M-36-52V44Q-36 58-14 61V-52Z" fill="#F0D7A6" />
      <path d="M-36 8L36 24V40Q36 62 0 62T-36 44Z" fill="#FFFDF6" />
      <path d="M-36 8L36 24V31L-36 15Z" fill="#C9341B" />
      <g fill="#B9803F" opacity="0.5">
        <ellipse cx="-20" cy="-26" rx="4" ry="7" />
        <ellipse cx="12" cy="-12" rx="5" ry="4" />
        <ellipse cx="24" cy="-34" rx="3" ry="6" />
      </g>
      <ellipse cy="-52" rx="37" ry="25" fill="#D9B67C" />
      <ellipse cy="-52" rx="32" ry="20.5" fill={CHEESES[recipe.cheese ?? "dairy"]} />
      {Array.from({ length: Math.max(5, kinds.length * 2) }, (_, index) => {
        const kind = kinds[index % kinds.length];
        if (kind === undefined) return null;
        const angle = index * 2.4;
        const reach = index === 0 ? 0 : 17;
        const at = `translate(${short(Math.cos(angle) * reach)} ${short(-52 + Math.sin(angle) * reach * 0.6)})`;
        const key = `${kind}-${index}`;
        return (
          <g key={key} transform={`${at} scale(${short(8.5 / TOPPINGS[kind].radius)})`}>
            {TOPPINGS[kind].draw(chance)}
          </g>
        );
      })}
    </>
  );
}
