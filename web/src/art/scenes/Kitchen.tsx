import { chanceOf } from "../food/chance";
import { Pizza } from "../food/Pizza";
import type { Recipe } from "../food/recipe";
import { Scene } from "./Scene";

/** The table: the customer's pizza, raw, with flour, sauce, basil and a rolling pin around it. */
export function Kitchen({ recipe, seed }: { recipe: Recipe; seed: number }) {
  return (
    <Scene>
      <g fill="#fff" opacity="0.7">
        {FLOUR.map(({ x, y, r }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
        ))}
      </g>
      <g transform="translate(370 214) scale(1.62)">
        <Pizza recipe={recipe} seed={seed} raw />
      </g>
      <g transform="translate(112 96)">
        <ellipse cx="4" cy="8" rx="66" ry="64" fill="#14192B" opacity="0.14" />
        <circle r="62" fill="#26345F" />
        <circle r="52" fill="#1B2440" />
        <circle r="46" fill="#C63D20" />
        <path
          d="M-30-14Q0-34 26-8T-6 24"
          stroke="#E5684A"
          strokeWidth="8"
          fill="none"
          strokeLinecap="round"
        />
      </g>
      <g transform="translate(616 106)">
        <ellipse cx="4" cy="8" rx="60" ry="58" fill="#14192B" opacity="0.14" />
        <circle r="56" fill="#F8F5F0" />
        <circle r="46" fill="#E7DFD2" />
        <Leaf place="translate(-12 -9) rotate(30)" tone="#46913F" />
        <Leaf place="translate(12 6) rotate(-50)" tone="#2E7031" />
        <Leaf place="translate(-6 18) rotate(80)" tone="#5BA552" />
      </g>
      <g transform="translate(640 368) rotate(-24)">
        <path d="M-120-16H120V16H-120Z" fill="#D9A866" />
        <path d="M-120-16H120V-6H-120Z" fill="#E8C08A" />
        <path d="M-160-8H-120V8H-160ZM120-8H160V8H120Z" fill="#A9702F" />
      </g>
    </Scene>
  );
}

function Leaf({ place, tone }: { place: string; tone: string }) {
  return <path transform={`${place} scale(1.5)`} d="M-13 0C-8-9 4-9 13 0C4 8-8 8-13 0Z" fill={tone} />;
}

const FLOUR = (() => {
  const chance = chanceOf(9);
  return Array.from({ length: 60 }, () => {
    const [angle, reach] = [chance() * 6.28, 150 + chance() * 120];
    return {
      x: Math.round(370 + Math.cos(angle) * reach * 1.3),
      y: Math.round(220 + Math.sin(angle) * reach * 0.8),
      r: 1 + Math.round(chance() * 34) / 10,
    };
  });
})();
