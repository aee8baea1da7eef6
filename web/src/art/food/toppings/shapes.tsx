import type { ReactNode } from "react";
import type { Chance } from "../chance";
import { outline, short } from "../outline";

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
export function Shade({ d, strength = 0.26 }: { d: string; strength?: number }) {
  return <path d={d} transform="translate(1.3 2.3)" fill="#5A1F0A" opacity={strength} />;
}

/** A cut of meat or fish in two tones with a line of light. */
export function slice(dark: string, light: string, line: string): Pick<Topping, "draw"> {
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
export function crumb(dark: string, light: string, fleck: string): Pick<Topping, "draw"> {
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
export function disc(radius: number, rim: string, flesh: string, seed: string): Pick<Topping, "draw"> {
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
export function bow(shade: number, layers: (chance: Chance) => ReactNode): Pick<Topping, "draw"> {
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

/** A ball, browned on top: a meatball, a falafel. */
export function ball(radius: number, dark: string, light: string, fleck: string): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const edge = outline(chance, { radius, wobble: 0.7, points: 9 });
      return (
        <>
          <Shade d={edge} strength={0.32} />
          <path d={edge} fill={dark} />
          <path
            d={outline(chance, { radius: radius - 2, wobble: 0.8, points: 9, center: [-1, -1.2] })}
            fill={light}
          />
          <Flecks chance={chance} count={5} within={radius - 3} sizes={[0.6, 1.3]} fill={fleck} />
        </>
      );
    },
  };
}

/** A berry, or a bead of jam, with a point of light. */
export function berry(radius: number, dark: string, light: string, shine: string): Pick<Topping, "draw"> {
  return {
    draw: () => (
      <>
        <circle cx="0.8" cy="1.4" r={radius} fill="#4A0A12" opacity="0.3" />
        <circle r={radius} fill={dark} />
        <circle r={short(radius * 0.8)} cx="-0.4" cy="-0.5" fill={light} />
        <circle r={short(radius * 0.28)} cx={short(radius * -0.34)} cy={short(radius * -0.4)} fill={shine} />
      </>
    ),
  };
}

/** A thin round slice: sausage, courgette, potato. The flecks are its fat, its seeds or what the oven browned. */
export function round(
  radius: number,
  rim: string,
  flesh: string,
  fleck: string,
  count = 6,
): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const edge = outline(chance, { radius, wobble: 0.5, points: 11 });
      return (
        <>
          <Shade d={edge} />
          <path d={edge} fill={rim} />
          <path
            d={outline(chance, { radius: radius - 1.6, wobble: 0.5, points: 11, center: [-0.3, -0.4] })}
            fill={flesh}
          />
          <Flecks chance={chance} count={count} within={radius - 3} sizes={[0.7, 1.5]} fill={fleck} />
        </>
      );
    },
  };
}

/** A slab with corners: pressed cheese, tofu, beetroot. */
export function slab(dark: string, light: string, mark: string): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const lean = short(chance() * 3 - 1.5);
      const edge = `M-9-6L${8 + lean}-7L9 6L${-8 + lean} 7Z`;
      return (
        <>
          <Shade d={edge} />
          <path d={edge} fill={dark} strokeLinejoin="round" stroke={dark} strokeWidth="2" />
          <path d={`M-8.4-5.4L${7 + lean}-6.2L7.6 4.4L${-7.6 + lean} 5.2Z`} fill={light} />
          <path
            d="M-6-1.6L6-2.6M-5.4 2L5.6 1"
            stroke={mark}
            strokeWidth="1.5"
            strokeLinecap="round"
            opacity="0.75"
          />
        </>
      );
    },
  };
}

/** A little heap of strands: pulled meat, cabbage, grated cheese. */
export function strands(dark: string, light: string, width = 2.4): Pick<Topping, "draw"> {
  return {
    draw(chance) {
      const strand = () => {
        const [x, y, bend] = [short(chance() * 12 - 6), short(chance() * 8 - 4), short(chance() * 8 - 4)];
        return `M${short(x - 6)} ${y}Q${x} ${short(y + bend)} ${short(x + 6)} ${short(y - bend / 2)}`;
      };
      const [under, over] = [strand() + strand() + strand(), strand() + strand() + strand()];
      return (
        <g fill="none" strokeLinecap="round">
          <path d={under} transform="translate(1 1.8)" stroke="#5A1F0A" strokeWidth={width} opacity="0.22" />
          <path d={under} stroke={dark} strokeWidth={width} />
          <path d={over} stroke={light} strokeWidth={short(width * 0.8)} />
        </g>
      );
    },
  };
}

/** A small whole fish, or its fillet. */
export function fish(back: string, belly: string, line: string): Pick<Topping, "draw"> {
  const body = "M-13 0C-7-6 5-6 10-1L14-4L13 4L10 1C5 6-7 5-13 0Z";
  return {
    draw: () => (
      <>
        <Shade d={body} />
        <path d={body} fill={back} />
        <path d="M-11.6.6C-6 4.6 4 4.8 9.4.6C4 1.6-5 2-11.6.6Z" fill={belly} />
        <path d="M-8-1.4Q0-3.6 8-1" stroke={line} strokeWidth="1.1" fill="none" strokeLinecap="round" />
      </>
    ),
  };
}

/** A thin wedge of fruit with its peel. */
export function wedge(peel: string, flesh: string, core: string): Pick<Topping, "draw"> {
  const edge = "M-12 3C-9-9 9-9 12 3C6-1-6-1-12 3Z";
  return {
    draw: () => (
      <>
        <Shade d={edge} />
        <path d={edge} fill={peel} />
        <path d="M-10.6 2C-7-6.4 7-6.4 10.6 2C5.4-1.8-5.4-1.8-10.6 2Z" fill={flesh} />
        <path d="M-4-2.2Q0-3.8 4-2.2" stroke={core} strokeWidth="1.2" fill="none" strokeLinecap="round" />
      </>
    ),
  };
}

/** A head of many buds on a stalk: broccoli, cauliflower. */
export function floret(stalk: string, dark: string, light: string): Pick<Topping, "draw"> {
  const head = "M-10 1C-13-5-7-9-4-7.6C-3-12 5-12 5.4-7.6C10-9 13-3 10 1C6 4-6 4-10 1Z";
  return {
    draw: (chance) => (
      <>
        <Shade d={head} />
        <path d="M-3 1L-2 9Q0 10.4 2 9L3 1Z" fill={stalk} />
        <path d={head} fill={dark} />
        <Flecks chance={chance} count={12} within={7} sizes={[1, 2.2]} fill={light} center={[0, -3.4]} />
      </>
    ),
  };
}

/** A cap on its stalk, cut lengthwise. */
export function cap(dark: string, light: string, gills: string): Pick<Topping, "draw"> {
  const whole = "M-11 1C-11-8-5-11 0-11S11-8 11 1C11 4 6 4 4 2.6L3.6 8.4Q0 11-3.6 8.4L-4 2.6C-6 4-11 4-11 1Z";
  return {
    draw: () => (
      <>
        <Shade d={whole} />
        <path d={whole} fill={dark} />
        <path
          d="M-9.6.8C-9.6-7-4.6-9.6 0-9.6S9.6-7 9.6.8C9.6 2.6 5.6 2.6 2.8 1.4L2.6 7.4Q0 9.2-2.6 7.4L-2.8 1.4C-5.6 2.6-9.6 2.6-9.6.8Z"
          fill={light}
        />
        <path d="M-7.4-1.2C-5-4 5-4 7.4-1.2C4 .2-4 .2-7.4-1.2Z" fill={gills} />
      </>
    ),
  };
}

/** A wood mushroom: a funnel with ridges. */
export function funnel(dark: string, light: string): Pick<Topping, "draw"> {
  const whole = "M-11-3C-9-10 9-10 11-3C9 2 4 1 3.4 3L2.6 9Q0 11-2.6 9L-3.4 3C-4 1-9 2-11-3Z";
  return {
    draw: () => (
      <>
        <Shade d={whole} />
        <path d={whole} fill={dark} />
        <path
          d="M-9.4-3C-7-8 7-8 9.4-3C7 .4 3 0 2.4 1.6L1.8 7.6Q0 9-1.8 7.6L-2.4 1.6C-3 0-7 .4-9.4-3Z"
          fill={light}
        />
        <path d="M-5-4L-1.4 5M5-4L1.4 5M0-5V6" stroke={dark} strokeWidth="1.1" />
      </>
    ),
  };
}

const MIDDLE = [0, 0] as const;

interface FlecksProps {
  chance: Chance;
  count: number;
  within: number;
  sizes: readonly [number, number];
  fill: string;
  center?: readonly [number, number];
}

/** Small spots, strewn over a piece. */
export function Flecks({
  chance,
  count,
  within,
  sizes: [least, most],
  fill,
  center: [x, y] = MIDDLE,
}: FlecksProps) {
  const spots = Array.from({ length: count }, () => {
    const [angle, reach, size] = [chance() * 6.28, Math.sqrt(chance()) * within, chance()];
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, least + size * (most - least)] as const;
  });
  return spots.map(([cx, cy, r]) => (
    <circle key={`${cx} ${cy}`} cx={short(cx)} cy={short(cy)} r={short(r)} fill={fill} />
  ));
}
