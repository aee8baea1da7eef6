/** Rings around a place where no streets are drawn: they tell how far things are. */
import type { Place } from "../geo";

/** Rings are this far apart at least, in CSS pixels. */
const APART = 104;
/** More of them than this are no help. */
const MOST = 12;
/** Metres around the earth. */
const EQUATOR = 40_075_017;
const ROUND = [1, 2, 5];

/** A ring: its radius on the screen, and what it stands for. */
export interface Ring {
  /** CSS pixels. */
  radius: number;
  /** As it is written, `500 m`. */
  text: string;
}

/** The rings around `centre` at a zoom, up to `reach` CSS pixels. */
export function ringsAround({ lat }: Place, zoom: number, reach: number): Ring[] {
  const pixels = (2 ** zoom * 256) / (EQUATOR * Math.cos((lat * Math.PI) / 180));
  const step = roundAbove(APART / pixels);
  const count = Math.min(MOST, Math.floor(reach / (step * pixels)));
  return Array.from({ length: count }, (_, index) => {
    const metres = (index + 1) * step;
    return { radius: metres * pixels, text: distance(metres) };
  });
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not below `metres`. */
function roundAbove(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return (ROUND.find((round) => round * power >= metres) ?? 10) * power;
}

function distance(metres: number): string {
  if (metres < 1_000) return `${metres}\u00a0m`;
  return `${String(metres / 1_000).replace(".", ",")}\u00a0km`;
}
