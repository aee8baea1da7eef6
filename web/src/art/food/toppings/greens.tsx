import { Shade, type Topping } from "./shapes";

const LEAF = "M-13 0C-8-9 4-9 13 0C4 8-8 8-13 0Z";
const ROCKET =
  "M-16 1C-12-1-10 0-8-1C-8-5-5-6-4-2C-2-6 2-7 2-2.4C5-6 12-5 14 0C12 5 5 6 2 2.4C2 7-2 6-4 2.4C-5 6-8 5-8 1.6C-10 1.4-12 2-16 1Z";
const SPINACH = "M-12 1C-11-8 2-11 9-5C14-1 11 7 4 8C-3 9-9 6-12 1Z";

/** Leaves, laid on last. */
export const GREENS = {
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
  spinach: {
    radius: 11,
    pieces: 6,
    finish: true,
    turns: true,
    draw: () => (
      <>
        <Shade d={SPINACH} />
        <path d={SPINACH} fill="#1F5A2C" />
        <path d="M-12 1C-8-7 3-9 9-5C3-3-5-1-12 1Z" fill="#34783A" />
        <path d="M-11 1Q0 1 9-1" stroke="#8FBF74" strokeWidth="1.1" fill="none" />
      </>
    ),
  },
} satisfies Record<string, Topping>;
