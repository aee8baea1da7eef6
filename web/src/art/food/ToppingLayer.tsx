import { memo, useState } from "react";
import { chanceOf } from "./chance";
import styles from "./food.module.css";
import { layPieces, PIECE_SCALE } from "./layout";
import { short } from "./outline";
import { TOPPINGS, type ToppingName } from "./toppings";

interface ToppingLayerProps {
  kind: ToppingName;
  portions: number;
  seed: number;
  /** Whether its pieces fall into place as they come. */
  lands: boolean;
}

/** Pieces fall one after the other, 30 ms apart (look §4). */
const APART_MS = 30;

/** All pieces of one topping. */
export const ToppingLayer = memo(function ToppingLayer({ kind, portions, seed, lands }: ToppingLayerProps) {
  const pieces = layPieces(kind, portions, seed);
  // A layer that was there before anything fell keeps its first pieces still.
  const [still] = useState(lands ? 0 : pieces.length);
  return pieces.map((piece, index) => (
    <g
      key={piece.seed}
      transform={`translate(${short(piece.x)} ${short(piece.y)}) rotate(${short(piece.turn)}) scale(${PIECE_SCALE})`}
    >
      {index < still ? (
        TOPPINGS[kind].draw(chanceOf(piece.seed))
      ) : (
        <g className={styles["lands"]} style={{ animationDelay: `${(index - still) * APART_MS}ms` }}>
          {TOPPINGS[kind].draw(chanceOf(piece.seed))}
        </g>
      )}
    </g>
  ));
});
