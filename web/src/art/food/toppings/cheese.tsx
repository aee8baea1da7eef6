import { outline } from "../outline";
import { crumb, Shade, slab, strands, type Topping } from "./shapes";

/** Cheese that is laid on, beside what melts below. */
export const CHEESE = {
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
  burrata: {
    radius: 15,
    pieces: 4,
    turns: true,
    draw(chance) {
      const edge = outline(chance, { radius: 13.6, wobble: 1.2, points: 10 });
      return (
        <>
          <Shade d={edge} strength={0.22} />
          <path d={edge} fill="#EFE7D2" />
          <path
            d={outline(chance, { radius: 11.4, wobble: 1.4, points: 9, center: [-1, -1.4] })}
            fill="#FFFDF7"
          />
          <path d={outline(chance, { radius: 4.6, wobble: 1.4, points: 7, center: [2, 2] })} fill="#F7EFDC" />
          <path d="M-4-8Q0-11 4-8" stroke="#D8CCAE" strokeWidth="1.4" fill="none" strokeLinecap="round" />
        </>
      );
    },
  },
  blueCheese: { radius: 8, pieces: 10, turns: true, ...crumb("#E9E3CC", "#FFFDF2", "#5D8C96") },
  creamyBlueCheese: { radius: 9, pieces: 9, turns: true, ...crumb("#F0E8CE", "#FFFCEB", "#7FA39B") },
  feta: { radius: 8, pieces: 10, turns: true, ...crumb("#E6DFCB", "#FFFDF6", "#D8CFB4") },
  veganFeta: { radius: 8, pieces: 10, turns: true, ...crumb("#E4DCC6", "#F8F4E6", "#C9BE9C") },
  goatCheese: { radius: 10, pieces: 7, turns: true, ...crumb("#EDE6D6", "#FFFFFB", "#EADFC6") },
  smokedCheese: { radius: 10, pieces: 8, turns: true, ...slab("#A9682A", "#F0C77C", "#C98A44") },
  parmesan: { radius: 9, pieces: 10, turns: true, ...strands("#B98A36", "#FFF0C0", 2.4) },
  breadCheese: { radius: 11, pieces: 7, turns: true, ...slab("#D8B16C", "#FBE9B6", "#8A5420") },
  cheddar: { radius: 10, pieces: 9, turns: true, ...slab("#D07A14", "#F7AE3C", "#FFCF78") },
  halloumi: { radius: 11, pieces: 7, turns: true, ...slab("#C9A86C", "#F7EBC9", "#7C4A1E") },
  doubleCheese: { radius: 12, pieces: 10, turns: true, ...strands("#D08F2A", "#FFE9A8", 4) },
  doubleVeganCheese: { radius: 12, pieces: 10, turns: true, ...strands("#BFA05A", "#FFF8E2", 4) },
} satisfies Record<string, Topping>;
