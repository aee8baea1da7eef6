/** What comes in a cup: dip and ice cream, each in its own colour. */
import { colourOf } from "../colours";

/** A cup of dip. */
export function Dip({ name }: { name: string }) {
  const colour = colourOf(name);
  return (
    <>
      <ellipse cx="6" cy="62" rx="68" ry="13" fill="#14192B" opacity="0.16" />
      <path d="M-74-6L-58 50Q-54 64 0 66Q54 64 58 50L74-6Z" fill="#4C64A6" />
      <path d="M-20 64.6V40A20 20 0 0 1 20 40V64.6Q0 66-20 64.6Z" fill="#FFC861" />
      <ellipse cy="-9" rx="76" ry="25" fill="#8AA1DA" />
      <ellipse cy="-9" rx="69" ry="20.5" fill={colour} />
      <path
        d="M-56-8C-50-24 40-28 52-12C60 0 8 8-18 3C-36-1-26-12-4-13C16-14 22-8 10-5"
        fill="none"
        stroke="#fff"
        opacity="0.5"
        strokeWidth="7"
        strokeLinecap="round"
      />
      {!/suklaa/i.test(name) && (
        <g fill={/chili|paprika/i.test(name) ? "#7F1408" : "#4B8A33"}>
          <ellipse cx="-34" cy="-6" rx="4" ry="1.8" />
          <ellipse cx="30" cy="-17" rx="4" ry="1.8" />
          <ellipse cx="-4" cy="5" rx="3.2" ry="1.5" />
        </g>
      )}
    </>
  );
}

interface Flavour {
  scoop: string;
  fold: string;
  sauce: string;
  berry: string;
}

const VANILLA: Flavour = { scoop: "#FFF4D8", fold: "#E8D09A", sauce: "#F3C969", berry: "#C5203B" };
const FLAVOURS: readonly (readonly [RegExp, Flavour])[] = [
  [/suklaa/i, { scoop: "#7A4B2C", fold: "#54301A", sauce: "#3C2112", berry: "#F4D9A4" }],
  [/mansikka/i, { scoop: "#F2A0A8", fold: "#D96E7C", sauce: "#C5203B", berry: "#C5203B" }],
  [/lakka/i, { scoop: "#FFE3AE", fold: "#EBB75C", sauce: "#EE9A1F", berry: "#F0A52A" }],
];

/** A cup of ice cream. */
export function IceCup({ name }: { name: string }) {
  const { scoop, fold, sauce, berry } = FLAVOURS.find(([stem]) => stem.test(name))?.[1] ?? VANILLA;
  return (
    <>
      <ellipse cx="6" cy="92" rx="46" ry="9" fill="#14192B" opacity="0.16" />
      <path d="M-48-24C-58-64-26-80-9-70C3-90 48-82 45-48C56-42 54-30 48-22Z" fill={scoop} />
      <path
        d="M-10-68C-4-62-2-52-8-44M42-48C34-50 26-46 22-40"
        stroke={fold}
        strokeWidth="3"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M-40-30C-30-46-8-44 0-34C10-48 40-44 46-28Z" fill={sauce} opacity="0.92" />
      <circle cx="-6" cy="-74" r="6" fill={berry} />
      <circle cx="7" cy="-80" r="6" fill={berry} />
      <path d="M-56-26H56L42 82Q40 90 30 90H-30Q-40 90-42 82Z" fill="#8FB4DA" />
      <path d="M-58-32H58Q62-32 61-26L60-20H-60L-61-26Q-62-32-58-32Z" fill="#CFE0F2" />
      <path d="M-20 66V34A20 20 0 0 1 20 34V66Z" fill="#FFC861" />
    </>
  );
}
