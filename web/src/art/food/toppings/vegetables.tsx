import {
  ball,
  berry,
  bow,
  cap,
  disc,
  floret,
  funnel,
  round,
  Shade,
  slab,
  strands,
  type Topping,
} from "./shapes";

const PEPPER_COLOURS = [
  ["#2F7A34", "#56A24B"],
  ["#C8871A", "#F2B431"],
  ["#A8201A", "#DB4330"],
] as const;

/** Vegetables and mushrooms. */
export const VEGETABLES = {
  mushroom: { radius: 12, pieces: 8, turns: true, ...cap("#B89B74", "#F1E4CD", "#A98A67") },
  chanterelle: { radius: 11, pieces: 8, turns: true, ...funnel("#C7811D", "#F0B03F") },
  funnelChanterelle: { radius: 10, pieces: 9, turns: true, ...funnel("#5B4526", "#A88A4C") },
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
  pickledOnion: {
    radius: 11,
    pieces: 7,
    turns: true,
    ...bow(2.6, () => (
      <>
        <path d="M-11 4C-8-8 8-8 11 4" stroke="#D94C8A" strokeWidth="2.6" />
        <path d="M-7.6 5C-5-3 5-3 7.6 5" stroke="#F4A3C6" strokeWidth="2.2" />
      </>
    )),
  },
  crispyOnion: { radius: 6, pieces: 14, finish: true, turns: true, ...strands("#8B5A1E", "#D79A45", 2) },
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
  chili: {
    radius: 7,
    pieces: 9,
    turns: true,
    finish: true,
    draw: () => (
      <g fill="none">
        <circle cx="0.9" cy="1.5" r="4.2" stroke="#5A1F0A" strokeWidth="2.6" opacity="0.24" />
        <circle r="4.2" fill="#F6C9B4" stroke="#C3170F" strokeWidth="2.8" />
        <circle r="0.9" cx="-1" cy="-0.8" fill="#FFF1D6" />
        <circle r="0.9" cx="1.2" cy="0.9" fill="#FFF1D6" />
      </g>
    ),
  },
  cherryTomato: { radius: 9, pieces: 7, turns: true, ...disc(8.4, "#B3200F", "#E8472C", "#F99D6E") },
  sundriedTomato: { radius: 9, pieces: 8, turns: true, ...slab("#6E1A10", "#A63420", "#D0694A") },
  beetroot: { radius: 10, pieces: 7, turns: true, ...disc(9, "#5C0F2E", "#8F1E4A", "#B14570") },
  gherkin: { radius: 9, pieces: 7, turns: true, ...disc(7.6, "#4C6B22", "#A9BF5C", "#DDE6A6") },
  caper: { radius: 6, pieces: 10, turns: true, ...berry(4, "#4C5B1E", "#7D8F38", "#D3DC9A") },
  artichoke: { radius: 11, pieces: 6, turns: true, ...floret("#C9C48A", "#8C9354", "#C7CB94") },
  corn: { radius: 5, pieces: 18, turns: true, ...berry(3.2, "#D79A12", "#FCD34A", "#FFF3B8") },
  blackBean: { radius: 5, pieces: 14, turns: true, ...berry(3.6, "#17131A", "#35303A", "#7E7786") },
  cauliflower: { radius: 11, pieces: 6, turns: true, ...floret("#DDCFA6", "#E9DDBC", "#FFF9E8") },
  broccoli: { radius: 11, pieces: 6, turns: true, ...floret("#9DB45E", "#2F6A2B", "#5E9A48") },
  sauerkraut: { radius: 10, pieces: 8, turns: true, ...strands("#A08F4A", "#F6EFD0", 2.4) },
  potato: { radius: 13, pieces: 8, turns: true, ...round(12, "#C08A3A", "#F2D58C", "#A9702A", 5) },
  fennel: { radius: 10, pieces: 7, turns: true, ...strands("#7E9A4C", "#EEF6D2", 3) },
  aubergine: { radius: 12, pieces: 7, turns: true, ...round(11, "#3A1D3F", "#C9AE86", "#7A5A44", 8) },
  courgette: { radius: 11, pieces: 8, turns: true, ...round(10, "#2F6630", "#CFDD9A", "#F0F3CE", 6) },
  garlicConfit: { radius: 6, pieces: 9, turns: true, ...ball(4.6, "#B07A32", "#E6C27C", "#F6E3B2") },
  egg: {
    radius: 15,
    pieces: 3,
    turns: true,
    draw: () => (
      <>
        <Shade d="M-13 1C-14-8-4-13 3-12C12-11 15-1 11 7C6 14-12 12-13 1Z" strength={0.18} />
        <path d="M-13 1C-14-8-4-13 3-12C12-11 15-1 11 7C6 14-12 12-13 1Z" fill="#FFFDF6" />
        <circle r="5.6" fill="#F0A21C" />
        <circle r="4.4" cx="-0.6" cy="-0.8" fill="#FFC23A" />
        <circle r="1.2" cx="-2" cy="-2.4" fill="#FFF0BE" />
      </>
    ),
  },
} satisfies Record<string, Topping>;
