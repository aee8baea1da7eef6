import { type Chance, chanceOf, seedOf } from "./chance";
import type { Recipe } from "./recipe";
import { TOPPINGS, type Topping, type ToppingName } from "./toppings";

/** Where one piece lies on a pizza of radius 100. */
export interface Piece {
  kind: ToppingName;
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  /** Seed of the piece's own shape. */
  seed: number;
}

/** Pieces are drawn a little larger than life: a pizza is small on a page. */
export const PIECE_SCALE = 1.17;
/** How many places are tried for a piece; the roomiest wins. */
const TRIES = 40;
const BED = 77;

/** Lays the toppings of a recipe, large ones first, leaves and berries last, evenly scattered. */
export function layPieces(recipe: Recipe, seed: number): Piece[] {
  const laid: (Piece & { radius: number })[] = [];
  for (const [kind, portions] of inOrder(recipe)) {
    const topping: Topping = TOPPINGS[kind];
    const chance = chanceOf(seed ^ seedOf(kind));
    const count = Math.round(topping.pieces * share(recipe) * (0.6 + 0.4 * portions));
    for (let piece = 0; piece < count; piece += 1) {
      const radius = topping.radius * 1.14;
      const { x, y } = roomiest(chance, laid, kind, radius, topping.finish === true);
      const turn = topping.turns ? chance() * 360 : (chance() - 0.5) * 50;
      laid.push({ kind, x, y, turn, seed: Math.floor(chance() * 2 ** 31), radius });
    }
  }
  return laid;
}

function inOrder(recipe: Recipe): [ToppingName, number][] {
  const rank = (kind: ToppingName): number => {
    const topping: Topping = TOPPINGS[kind];
    return (topping.finish ? 100 : 0) - topping.radius;
  };
  const kinds = Object.entries(recipe.toppings) as [ToppingName, number][];
  return kinds.toSorted(([left], [right]) => rank(left) - rank(right));
}

/** Many kinds share the room: each gets fewer pieces. */
function share(recipe: Recipe): number {
  const kinds = Object.keys(recipe.toppings).length;
  return kinds <= 2 ? 1 : Math.max(0.45, 1.15 - kinds * 0.1);
}

function roomiest(
  chance: Chance,
  laid: readonly (Piece & { radius: number })[],
  kind: ToppingName,
  radius: number,
  finish: boolean,
): { x: number; y: number } {
  let best = { x: 0, y: 0, room: -Infinity };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const angle = chance() * Math.PI * 2;
    const reach = Math.sqrt(chance()) * (BED - radius);
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    const room = laid.reduce((least, piece) => {
      const keep = piece.kind === kind ? piece.radius * 1.5 : piece.radius * (finish ? 0.3 : 0.85);
      return Math.min(least, Math.hypot(piece.x - x, piece.y - y) - keep - radius * (finish ? 0.4 : 0.85));
    }, Infinity);
    if (room > best.room) best = { x, y, room };
  }
  return best;
}
