import { useId } from "react";
import { Pizza } from "../food/Pizza";
import type { Recipe } from "../food/recipe";
import { Scene } from "./Scene";
import styles from "./scenes.module.css";

/** The oven, with the customer's own pizza in it. */
export function Oven({ recipe, seed }: { recipe: Recipe; seed: number }) {
  const id = useId();
  return (
    <Scene>
      <defs>
        <radialGradient id={`${id}glow`} cx=".5" cy=".78" r=".78">
          <stop offset="0" stopColor="#FFB14A" />
          <stop offset=".38" stopColor="#E8631F" />
          <stop offset=".72" stopColor="#7E1E0D" />
          <stop offset="1" stopColor="#3C0D08" />
        </radialGradient>
        <radialGradient id={`${id}halo`}>
          <stop offset="0" stopColor="#FFD27A" stopOpacity=".75" />
          <stop offset="1" stopColor="#FFB14A" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}fade`}>
          <stop offset="0" stopColor="#000" />
          <stop offset=".3" stopColor="#fff" />
        </linearGradient>
        <mask id={`${id}wall`}>
          <path d="M0 0H1500V420H0Z" fill={`url(#${id}fade)`} />
        </mask>
        <clipPath id={`${id}mouth`}>
          <path d="M180 420V250A190 190 0 0 1 560 250V420Z" />
        </clipPath>
      </defs>
      <path d={BRICKS} fill="#000" opacity="0.07" mask={`url(#${id}wall)`} />
      <path d="M138 420V250A232 232 0 0 1 602 250V420Z" fill="#7C1B0C" opacity="0.55" />
      {STONES.map((d, index) => (
        <path key={d} d={d} fill="#fff" opacity={0.13 + (index % 3) * 0.035} />
      ))}
      <path d="M138 262h36v158h-36ZM566 262h36v158h-36Z" fill="#fff" opacity="0.14" />
      <path d="M180 420V250A190 190 0 0 1 560 250V420Z" fill={`url(#${id}glow)`} />
      <g clipPath={`url(#${id}mouth)`}>
        <circle cx="246" cy="296" r="150" fill={`url(#${id}halo)`} />
        <g className={styles["flames"]}>
          <Flame x={252} y={324} scale={0.86} tones={["#E85A1A", "#FFB14A"]} />
          <Flame x={226} y={324} scale={1.02} tones={["#F0701F", "#FFC861"]} />
          <Flame x={280} y={324} scale={0.58} tones={["#F0701F", "#FFD98A"]} />
        </g>
        <path d="M190 312l92 6v12h-92Z" fill="#3C1208" />
        <path d="M200 306l84 14-3 11-86-12Z" fill="#56200E" />
        <circle cx="283" cy="325" r="6" fill="#C98A44" />
        <path d="M160 322H580V440H160Z" fill="#5B1A0C" />
        <path d="M160 322H580V330H160Z" fill="#FF9A3D" opacity="0.55" />
        <ellipse cx="384" cy="372" rx="166" ry="32" fill="#240704" opacity="0.5" />
        <g transform="translate(384 360) scale(1.5 .46)">
          <circle cy="9" r="100" fill="#A9602A" />
          <Pizza recipe={recipe} seed={seed} shadow={false} />
        </g>
      </g>
      <path d="M120 408H620V420H120Z" fill="#4A0F07" />
    </Scene>
  );
}

function Flame({
  x,
  y,
  scale,
  tones,
}: {
  x: number;
  y: number;
  scale: number;
  tones: readonly [string, string];
}) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        d="M0 0C-34-4-40-40-22-62C-20-48-12-46-10-54C-14-84 6-100 14-112C14-92 36-80 36-48C44-54 44-62 42-70C58-50 52-6 14 0Z"
        fill={tones[0]}
      />
      <path d="M4 0C-16-4-18-26-6-40C-4-30 4-32 6-46C18-36 26-28 24-14C22-4 14 0 4 0Z" fill={tones[1]} />
    </g>
  );
}

/** A wall of bricks, each 70 × 34. */
const BRICKS = Array.from({ length: 11 * 14 }, (_, index) => {
  const [row, column] = [Math.floor(index / 14), index % 14];
  return `M${column * 76 - (row % 2 ? 38 : 0) + 3} ${row * 40 + 3}h70v34h-70Z`;
}).join("");

/** The arch: thirteen wedges around 370, 250. */
const STONES = Array.from({ length: 13 }, (_, index) => {
  const middle = Math.PI + (index * Math.PI) / 12;
  const point = (radius: number, angle: number) =>
    `${Math.round(370 + Math.cos(angle) * radius)} ${Math.round(250 + Math.sin(angle) * radius)}`;
  const [from, to] = [middle - 0.118, middle + 0.118];
  return `M${point(196, from)}L${point(232, from)}A232 232 0 0 1 ${point(232, to)}L${point(196, to)}A196 196 0 0 0 ${point(196, from)}Z`;
});
