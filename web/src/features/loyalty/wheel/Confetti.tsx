import { type CSSProperties, useState } from "react";
import { chanceOf } from "../../../art/food/chance";
import { short } from "../../../art/food/outline";
import { TOPPINGS, type ToppingName } from "../../../art/food/toppings";
import styles from "./Wheel.module.css";

const KINDS: readonly ToppingName[] = [
  "basil",
  "pineapple",
  "cherryTomato",
  "lingonberry",
  "jalapeno",
  "rocket",
];
const PIECES = 40;
/** They begin at the crust, and fly so far at most. */
const CRUST = 150;
const FLIGHT = 70;
const APART_MS = 8;

/** Toppings that fly off the wheel's rim, once; nothing to hear. */
export function Confetti() {
  const [pieces] = useState(() => {
    const chance = chanceOf(91);
    return Array.from({ length: PIECES }, (_, at) => ({
      at,
      kind: KINDS[at % KINDS.length] ?? "basil",
      angle: chance() * 2 * Math.PI,
      flight: 24 + chance() * (FLIGHT - 24),
      turn: short(chance() * 540 - 270),
      scale: short(0.8 + chance() * 0.5),
      seed: Math.floor(chance() * 2 ** 31),
    }));
  });
  return (
    <svg viewBox="-170 -196 340 358" className={styles["confetti"]} aria-hidden="true">
      {pieces.map(({ at, kind, angle, flight, turn, scale, seed }) => {
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        const way: CSSProperties & Record<`--${string}`, string> = {
          "--x": `${short(x * flight)}px`,
          "--y": `${short(y * flight)}px`,
          "--turn": `${turn}deg`,
          animationDelay: `${at * APART_MS}ms`,
        };
        return (
          <g key={at} transform={`translate(${short(x * CRUST)} ${short(y * CRUST)})`}>
            <g className={styles["piece"]} style={way}>
              <g transform={`scale(${scale})`}>{TOPPINGS[kind].draw(chanceOf(seed))}</g>
            </g>
          </g>
        );
      })}
    </svg>
  );
}
