import { outline, short } from "../outline";
import { ball, round, Shade, slab, slice, strands, type Topping } from "./shapes";

/** Meat. */
export const MEAT = {
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
  salami: { radius: 13, pieces: 10, turns: true, ...round(12, "#7B2434", "#A9414C", "#F3C9BC", 11) },
  chorizo: { radius: 10, pieces: 11, turns: true, ...round(9, "#7E1D10", "#BC3A17", "#F0B27A", 7) },
  meetvursti: { radius: 12, pieces: 10, turns: true, ...round(11, "#5B2A22", "#7F4034", "#E2B6A0", 12) },
  blackPudding: { radius: 10, pieces: 8, turns: true, ...round(9.4, "#1E1512", "#33231E", "#6E5648", 8) },
  ham: { radius: 13, pieces: 8, turns: true, ...slice("#D9787A", "#F2A29C", "#FBCDC4") },
  curedHam: { radius: 14, pieces: 7, turns: true, ...slice("#9C3B45", "#C9656A", "#F6D9CF") },
  chicken: { radius: 12, pieces: 8, turns: true, ...slice("#C99A5B", "#F0D9AE", "#FFF4DC") },
  kebab: { radius: 12, pieces: 9, turns: true, ...slice("#6B3A1F", "#9A5B33", "#C88B5E") },
  bacon: { radius: 12, pieces: 8, turns: true, ...slice("#8E2F24", "#C9564A", "#F3C3A8") },
  reindeer: { radius: 12, pieces: 10, turns: true, ...slice("#5A2A1F", "#8C4B3A", "#B97561") },
  brisket: { radius: 13, pieces: 8, turns: true, ...slice("#3F1D16", "#7A3F31", "#D79A7E") },
  pulledPork: { radius: 11, pieces: 9, turns: true, ...strands("#8A4B2C", "#D69B6E", 2.8) },
  mince: { radius: 8, pieces: 12, turns: true, ...ball(6, "#5A3120", "#7F4A31", "#A97355") },
  meatball: { radius: 10, pieces: 8, turns: true, ...ball(8.6, "#5E331D", "#8D532F", "#B98356") },
} satisfies Record<string, Topping>;

/** What stands in its place. */
export const MEATLESS = {
  pulledOats: { radius: 10, pieces: 9, turns: true, ...strands("#6E4A28", "#A97A4C", 3) },
  fabaBean: { radius: 8, pieces: 11, turns: true, ...ball(5.6, "#8B6A3C", "#BE9A62", "#E0C795") },
  tofu: { radius: 10, pieces: 8, turns: true, ...slab("#B98B4E", "#E9CF9C", "#9C6A30") },
  veganPepperoni: { radius: 13, pieces: 11, turns: true, ...round(12, "#A03B1C", "#CF5B2E", "#F2B184", 5) },
  falafel: { radius: 10, pieces: 8, turns: true, ...ball(8.4, "#6B4A1E", "#96702F", "#5E7A2E") },
} satisfies Record<string, Topping>;
