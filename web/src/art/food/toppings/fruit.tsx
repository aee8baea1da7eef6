import { berry, crumb, round, Shade, type Topping, wedge } from "./shapes";

/** Fruit, berries and nuts. */
export const FRUIT = {
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
  apple: { radius: 11, pieces: 7, turns: true, ...wedge("#B3242B", "#FBF1CF", "#D9C48C") },
  pear: { radius: 11, pieces: 7, turns: true, ...wedge("#9AA63A", "#F8F1D2", "#CDBF86") },
  banana: { radius: 9, pieces: 8, turns: true, ...round(8, "#E3C45A", "#FBEEB4", "#8A6A2C", 4) },
  lingonberry: {
    radius: 5,
    pieces: 14,
    finish: true,
    turns: true,
    ...berry(3.8, "#9C0F28", "#C5203B", "#F39AA8"),
  },
  cranberry: {
    radius: 5,
    pieces: 12,
    finish: true,
    turns: true,
    ...berry(4.4, "#6E0A2A", "#A11A44", "#E88AA6"),
  },
  cloudberry: {
    radius: 6,
    pieces: 11,
    finish: true,
    turns: true,
    ...berry(4.6, "#D07A12", "#F7A92C", "#FFE2A0"),
  },
  walnut: { radius: 8, pieces: 8, turns: true, ...crumb("#8A5B2C", "#C6935A", "#6E4520") },
  cashew: { radius: 7, pieces: 9, turns: true, ...crumb("#C9A05C", "#F2DDAE", "#E3C488") },
} satisfies Record<string, Topping>;
