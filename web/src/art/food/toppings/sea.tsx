import { bow, fish, Shade, slice, type Topping } from "./shapes";

/** From the sea and the lakes. */
export const SEA = {
  salmon: { radius: 12, pieces: 8, turns: true, ...slice("#DB7A55", "#F6A582", "#FFD9C4") },
  whitefish: { radius: 12, pieces: 8, turns: true, ...slice("#C9B8A6", "#EFE3D6", "#FFFAF4") },
  tuna: { radius: 11, pieces: 8, turns: true, ...slice("#A98672", "#D2B29E", "#EAD6C8") },
  vendace: { radius: 13, pieces: 6, turns: true, ...fish("#6C7A80", "#D9DEDD", "#A9B6BA") },
  anchovy: { radius: 11, pieces: 7, turns: true, ...fish("#6A4136", "#A8786A", "#C59A8C") },
  mussel: {
    radius: 9,
    pieces: 7,
    turns: true,
    draw: () => (
      <>
        <Shade d="M-9 2C-9-7 5-9 10-1C7 7-5 8-9 2Z" />
        <path d="M-9 2C-9-7 5-9 10-1C7 7-5 8-9 2Z" fill="#2B2E44" />
        <path d="M-7 1.6C-6-4.6 4-6 7.6-.8C5 4.6-4 5.6-7 1.6Z" fill="#E3A45C" />
        <path
          d="M-4.6 1.2C-3-2 2-2.6 4.4-.4"
          stroke="#B9702E"
          strokeWidth="1.3"
          fill="none"
          strokeLinecap="round"
        />
      </>
    ),
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
  crayfish: {
    radius: 11,
    pieces: 7,
    turns: true,
    ...bow(6, () => (
      <>
        <path d="M-10 5C-9-9 9-9 10 4" stroke="#A7231B" strokeWidth="7.4" />
        <path d="M-9 4C-8-7 8-7 9 3" stroke="#E2553D" strokeWidth="4" />
        <path d="M-6.4-3.4L-4-.6M0-6V-2.4M6.4-3.4L4-.6" stroke="#FBD0C0" strokeWidth="1.3" />
      </>
    )),
  },
} satisfies Record<string, Topping>;
