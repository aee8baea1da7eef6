import { chanceOf, seedOf } from "./chance";
import type { Recipe } from "./recipe";
import { TOPPINGS, type Topping, type ToppingName } from "./toppings";

/** Where one piece lies on a pizza of radius 100. */
export interface Piece {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  /** Seed of the piece's own shape. */
  seed: number;
}

/** Pieces are drawn a little larger than life: a pizza is small on a page. */
export const PIECE_SCALE = 1.17;
/** How many places are tried for a piece; the roomiest among its own kind wins. */
const TRIES = 24;
const BED = 77;

/** The kinds of a recipe as they are laid: large ones first, leaves and berries last. */
export function kindsInOrder({ toppings }: Recipe): [ToppingName, number][] {
  const rank = (kind: ToppingName): number => {
    const topping: Topping = TOPPINGS[kind];
    return (topping.finish ? 100 : 0) - topping.radius;
  };
  const kinds = Object.entries(toppings) as [ToppingName, number][];
  return kinds.toSorted(([left], [right]) => rank(left) - rank(right) || left.localeCompare(right));
}

/**
 * Lays the pieces of one kind. Where they lie depends on nothing else on the pizza, and more portions add to them: what
 * lies there stays.
 */
export function layPieces(kind: ToppingName, portions: number, seed: number): Piece[] {
  const topping: Topping = TOPPINGS[kind];
  const chance = chanceOf(seed ^ seedOf(kind));
  const count = Math.max(3, Math.round(topping.pieces * (0.46 + 0.44 * portions)));
  const radius = topping.radius * 1.14;
  const pieces: Piece[] = [];
  for (let piece = 0; piece < count; piece += 1) {
    const { x, y } = roomiest(chance, pieces, BED - radius);
    const turn = topping.turns ? chance() * 360 : (chance() - 0.5) * 50;
    pieces.push({ x, y, turn, seed: Math.floor(chance() * 2 ** 31) });
  }
  return pieces;
}

function roomiest(chance: () => number, laid: readonly Piece[], reachable: number): { x: number; y: number } {
  let best = { x: 0, y: 0, room: -Infinity };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const angle = chance() * Math.PI * 2;
    const reach = Math.sqrt(0.03 + chance() * 0.97) * reachable;
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    const room = laid.reduce(
      (least, piece) => Math.min(least, Math.hypot(piece.x - x, piece.y - y)),
      Infinity,
    );
    if (room > best.room) best = { x, y, room };
  }
  return best;
}
