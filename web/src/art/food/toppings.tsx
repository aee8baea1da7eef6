import type { ReactNode } from "react";
import type { Chance } from "./chance";
import { outline, short } from "./outline";

/** One kind of topping: how large a piece is, and how it is drawn around 0, 0 with light from the upper left. */
export interface Topping {
  /** Radius of a piece on a pizza of radius 100. */
  radius: number;
  /** Pieces of one portion. */
  pieces: number;
  /** Laid on last: leaves and berries. */
  finish?: boolean;
  /** Turned any way, or only a little. */
  turns: boolean;
  draw(chance: Chance): ReactNode;
}

/** The shadow under a piece. */
function Shade({ d, strength = 0.26 }: { d: string; strength?: number }) {
  return <path d={d} transform="translate(1.3 2.3)" fill="#5A1F0A" opacity={strength} />;
}

const MUSHROOM =
  "M-11 1C-11-8-5-11 0-11S11-8 11 1C11 4 6 4 4 2.6L3.6 8.4Q0 11-3.6 8.4L-4 2.6C-6 4-11 4-11 1Z";
const LEAF = "M-13 0C-8-9 4-9 13 0C4 8-8 8-13 0Z";
const ROCKET =
  "M-16 1C-12-1-10 0-8-1C-8-5-5-6-4-2C-2-6 2-7 2-2.4C5-6 12-5 14 0C12 5 5 6 2 2.4C2 7-2 6-4 2.4C-5 6-8 5-8 1.6C-10 1.4-12 2-16 1Z";
const PEPPER_COLOURS = [
  ["#2F7A34", "#56A24B"],
  ["#C8871A", "#F2B431"],
  ["#A8201A", "#DB4330"],
] as const;

/** A cut of meat or fish in two tones with a line of light. */
function slice(dark: string, light: string, line: string): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const edge = outline(chance, { radius: 10.6, wobble: 2, points: 9, stretch: [1.3, 0.8] });
      return (
        <>
          <Shade d={edge} />
          <path d={edge} fill={dark} />
          <path
            d={outline(chance, {
              radius: 9,
              wobble: 1.6,
              points: 9,
              stretch: [1.28, 0.77],
              center: [-0.6, -0.8],
            })}
            fill={light}
          />
          <path
            d="M-8-1.5Q-2-6 7-3M-6 4Q1 1 8 3"
            stroke={line}
            strokeWidth="1.6"
            fill="none"
            strokeLinecap="round"
          />
        </>
      );
    },
  };
}

/** A crumb: cheese, nut, caper. */
function crumb(dark: string, light: string, fleck: string): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const edge = outline(chance, { radius: 6.2, wobble: 1.6, points: 6 });
      return (
        <>
          <Shade d={edge} strength={0.2} />
          <path d={edge} fill={dark} />
          <path
            d={outline(chance, { radius: 5, wobble: 1.3, points: 6, center: [-0.6, -0.7] })}
            fill={light}
          />
          <circle cx="1.4" cy="1.2" r="1.3" fill={fleck} />
          <circle cx="-2" cy="-1" r="0.9" fill={fleck} opacity="0.8" />
        </>
      );
    },
  };
}

/** A round slice with seeds or rings: tomato, beetroot, gherkin. */
function disc(radius: number, rim: string, flesh: string, seed: string): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const edge = outline(chance, { radius, wobble: 0.3, points: 10 });
      return (
        <>
          <Shade d={edge} />
          <path d={edge} fill={rim} />
          <circle r={radius - 1.3} cx="-0.3" cy="-0.4" fill={flesh} />
          <circle r="2" cx="-3" cy="-1.4" fill={seed} />
          <circle r="2" cx="2.6" cy="-2" fill={seed} />
          <circle r="2" cy="3" fill={seed} />
        </>
      );
    },
  };
}

/** A bow: a strip of onion or pepper. */
function bow(shade: number, layers: (chance: Chance) => ReactNode): Pick<Topping, "draw"> {
  return {
    draw: (chance) => (
      <g fill="none" strokeLinecap="round">
        <path
          d="M-11 4C-8-8 8-8 11 4"
          transform="translate(1 1.8)"
          stroke="#5A1F0A"
          strokeWidth={shade}
          opacity="0.22"
        />
        {layers(chance)}
      </g>
    ),
  };
}

/** Everything that can lie on our pizzas, by kind. */
export const TOPPINGS = {
  pepperoni: {
    radius: 14,
    pieces: 12,
    turns: false,
    draw(chance) {
      const edge = outline(chance, { radius: 13.6, wobble: 0.5, points: 12 });
      const flecks = Array.from(
        { length: 8 },
        () => [chance() * 6.28, chance() * 9.6, chance(), chance()] as const,
      );
      return (
        <>
          <Shade d={edge} />
          <path d={edge} fill="#8E2115" />
          <path
            d={outline(chance, { radius: 12.3, wobble: 0.5, points: 12, center: [-0.4, -0.5] })}
            fill="#C03A23"
          />
          <path
            d={outline(chance, { radius: 9.6, wobble: 0.8, points: 10, center: [0.4, 0.6] })}
            fill="#CC4A2C"
          />
          {flecks.map(([angle, reach, size, shade]) => (
            <circle
              key={angle}
              cx={short(Math.cos(angle) * reach)}
              cy={short(Math.sin(angle) * reach)}
              r={short(0.7 + size * 0.9)}
              fill={shade < 0.6 ? "#EE9A74" : "#9A2818"}
            />
          ))}
          <path
            d="M-9.5-6.5A11.5 11.5 0 0 1-2-11.2"
            stroke="#F0A283"
            strokeWidth="1.6"
            fill="none"
            opacity="0.8"
          />
        </>
      );
    },
  },
  mozzarella: {
    radius: 15,
    pieces: 7,
    turns: false,
    draw(chance) {
      const edge = outline(chance, { radius: 14, wobble: 2, points: 9 });
      return (
        <>
          <Shade d={edge} strength={0.16} />
          <path d={edge} fill="#F6E6BC" />
          <path
            d={outline(chance, { radius: 11.6, wobble: 1.6, points: 9, center: [-0.8, -1] })}
            fill="#FFFAEC"
          />
          <path
            d={outline(chance, { radius: 3, wobble: 1, points: 7, stretch: [1.4, 0.8], center: [3, 4] })}
            fill="#E3B566"
            opacity="0.5"
          />
        </>
      );
    },
  },
  ham: { radius: 13, pieces: 8, turns: true, ...slice("#D9787A", "#F2A29C", "#FBCDC4") },
  chicken: { radius: 12, pieces: 8, turns: true, ...slice("#C99A5B", "#F0D9AE", "#FFF4DC") },
  kebab: { radius: 12, pieces: 9, turns: true, ...slice("#6B3A1F", "#9A5B33", "#C88B5E") },
  bacon: { radius: 12, pieces: 8, turns: true, ...slice("#8E2F24", "#C9564A", "#F3C3A8") },
  reindeer: { radius: 12, pieces: 10, turns: true, ...slice("#5A2A1F", "#8C4B3A", "#B97561") },
  fish: { radius: 12, pieces: 8, turns: true, ...slice("#DB7A55", "#F6A582", "#FFD9C4") },
  tuna: { radius: 11, pieces: 8, turns: true, ...slice("#A98672", "#D2B29E", "#EAD6C8") },
  blueCheese: { radius: 8, pieces: 10, turns: true, ...crumb("#E9E3CC", "#FFFDF2", "#5D8C96") },
  feta: { radius: 8, pieces: 10, turns: true, ...crumb("#E6DFCB", "#FFFDF6", "#D8CFB4") },
  oats: { radius: 8, pieces: 10, turns: true, ...crumb("#7C5430", "#A97A4C", "#5F3D20") },
  walnut: { radius: 8, pieces: 8, turns: true, ...crumb("#8A5B2C", "#C6935A", "#6E4520") },
  caper: { radius: 6, pieces: 10, turns: true, ...crumb("#4C5B1E", "#7D8F38", "#B7C26B") },
  cherryTomato: { radius: 9, pieces: 7, turns: true, ...disc(8.4, "#B3200F", "#E8472C", "#F99D6E") },
  beetroot: { radius: 10, pieces: 7, turns: true, ...disc(9, "#5C0F2E", "#8F1E4A", "#B14570") },
  gherkin: { radius: 9, pieces: 7, turns: true, ...disc(7.6, "#4C6B22", "#A9BF5C", "#DDE6A6") },
  mushroom: {
    radius: 12,
    pieces: 8,
    turns: true,
    draw: () => (
      <>
        <Shade d={MUSHROOM} />
        <path d={MUSHROOM} fill="#B89B74" />
        <path
          d="M-9.6.8C-9.6-7-4.6-9.6 0-9.6S9.6-7 9.6.8C9.6 2.6 5.6 2.6 2.8 1.4L2.6 7.4Q0 9.2-2.6 7.4L-2.8 1.4C-5.6 2.6-9.6 2.6-9.6.8Z"
          fill="#F1E4CD"
        />
        <path d="M-7.4-1.2C-5-4 5-4 7.4-1.2C4 .2-4 .2-7.4-1.2Z" fill="#A98A67" />
      </>
    ),
  },
  chanterelle: {
    radius: 11,
    pieces: 8,
    turns: true,
    draw: () => (
      <>
        <Shade d={MUSHROOM} />
        <path d={MUSHROOM} fill="#C7811D" />
        <path d="M-9 0C-9-6-4-9 0-9S9-6 9 0C6 2 3 1 2.6 1L2 7Q0 9-2 7L-2.6 1C-4 2-7 2-9 0Z" fill="#F0B03F" />
        <path d="M-5-1L-1.6 5M5-1L1.6 5M0-2V6" stroke="#C7811D" strokeWidth="1.1" />
      </>
    ),
  },
  pineapple: {
    radius: 11,
    pieces: 8,
    turns: true,
    draw: () => (
      <>
        <Shade d="M-8.5-6Q0-12 8.5-6L4 7Q0 9-4 7Z" />
        <path d="M-8.5-6Q0-12 8.5-6L4 7Q0 9-4 7Z" fill="#E3A21A" />
        <path d="M-7.6-6.6Q0-11.6 7.6-6.6L3.4 5.6Q0 7.4-3.4 5.6Z" fill="#FFD24D" />
        <path d="M-3.6-7.6L-1.6 5M3.6-7.6L1.6 5M0-8.6V5.6" stroke="#EDB32B" strokeWidth="1.1" />
      </>
    ),
  },
  pepper: {
    radius: 11,
    pieces: 8,
    turns: true,
    ...bow(5.2, (chance) => {
      const [dark, light] = PEPPER_COLOURS[Math.floor(chance() * 3)] ?? PEPPER_COLOURS[0];
      return (
        <>
          <path d="M-11 5C-10-8 8-11 11 1" stroke={dark} strokeWidth="5.4" />
          <path d="M-10.4 4C-9-7.4 7.6-10 10.2.4" stroke={light} strokeWidth="2.8" />
        </>
      );
    }),
  },
  redOnion: {
    radius: 11,
    pieces: 7,
    turns: true,
    ...bow(2.6, () => (
      <>
        <path d="M-11 4C-8-8 8-8 11 4" stroke="#8B2A63" strokeWidth="2.8" />
        <path d="M-9.6 4.4C-7-5 7-5 9.6 4.4" stroke="#F0D3E2" strokeWidth="1.6" />
        <path d="M-6 6C-4-.5 4-.5 6 6" stroke="#A7457D" strokeWidth="2" />
      </>
    )),
  },
  shrimp: {
    radius: 10,
    pieces: 9,
    turns: true,
    ...bow(5, () => (
      <>
        <path d="M-9 5C-9-8 8-9 9 2" stroke="#E07A5F" strokeWidth="6" />
        <path d="M-8.4 3.6C-8-6.6 7-7.6 8.2 1" stroke="#FFC2A8" strokeWidth="3" />
      </>
    )),
  },
  olive: {
    radius: 7,
    pieces: 9,
    turns: true,
    draw: () => (
      <g fill="none">
        <circle cx="1.1" cy="1.8" r="5" stroke="#5A1F0A" strokeWidth="3.6" opacity="0.25" />
        <circle r="5" stroke="#2C2430" strokeWidth="3.8" />
        <path d="M-4.4-3A5.3 5.3 0 0 1 1-5.2" stroke="#7A6C80" strokeWidth="1.3" strokeLinecap="round" />
      </g>
    ),
  },
  jalapeno: {
    radius: 8,
    pieces: 7,
    turns: true,
    draw: () => (
      <>
        <circle cx="1" cy="1.7" r="6" fill="none" stroke="#5A1F0A" strokeWidth="3" opacity="0.22" />
        <circle r="6" fill="#DCE7A3" stroke="#3E7F2C" strokeWidth="2.8" />
        <circle r="1.1" cx="-2" cy="-1" fill="#F8F3CB" />
        <circle r="1.1" cx="2" cy="-1.6" fill="#F8F3CB" />
        <circle r="1.1" cx="0.3" cy="2.2" fill="#F8F3CB" />
      </>
    ),
  },
  basil: {
    radius: 11,
    pieces: 6,
    finish: true,
    turns: true,
    draw: () => (
      <>
        <Shade d={LEAF} strength={0.3} />
        <path d={LEAF} fill="#2E7031" />
        <path d="M-13 0C-8-9 4-9 13 0Z" fill="#46913F" />
        <path d="M-12 0H11" stroke="#9CC97A" />
        <path d="M-6 0L-2-4.4M-1 0L3-4.2M4 0L7-2.6M-6 0L-2 4M-1 0L3 3.8" stroke="#7FB565" strokeWidth="0.7" />
      </>
    ),
  },
  rocket: {
    radius: 12,
    pieces: 6,
    finish: true,
    turns: true,
    draw: () => (
      <>
        <Shade d={ROCKET} />
        <path d={ROCKET} fill="#4B8A33" />
        <path d="M-15 .8C-6 0 4 0 12 0" stroke="#A9D182" fill="none" />
      </>
    ),
  },
  lingonberry: {
    radius: 5,
    pieces: 14,
    finish: true,
    turns: true,
    draw: () => (
      <>
        <circle cx="0.8" cy="1.4" r="3.8" fill="#4A0A12" opacity="0.3" />
        <circle r="3.8" fill="#9C0F28" />
        <circle r="3" cx="-0.4" cy="-0.5" fill="#C5203B" />
        <circle r="1" cx="-1.3" cy="-1.5" fill="#F39AA8" />
      </>
    ),
  },
} satisfies Record<string, Topping>;

/** The name of a kind of topping. */
export type ToppingName = keyof typeof TOPPINGS;
