import { type CSSProperties, memo } from "react";
import { chanceOf } from "../../../art/food/chance";
import { outline, short } from "../../../art/food/outline";
import { MarkShape } from "../../../art/Mark";
import { prizeKindOf } from "../../../art/prizes/kinds";
import { PrizeShape } from "../../../art/prizes/PrizePicture";
import { SEGMENTS } from "../texts";
import { SEGMENT } from "./draw";
import type { SpinState } from "./spinMachine";
import styles from "./Wheel.module.css";

const PINS = 36;
const BLISTERS = 34;
/** What presents are drawn as. */
const GIFT = "giftCard5";
/** How far the segments reach. */
const REACH = 132;

interface WheelDrawingProps {
  /** The types of each segment, clockwise. */
  segments: readonly (readonly string[])[];
  state: SpinState;
  /** Nobody can spin it: it is grey. */
  isOff: boolean;
}

/** The wheel: a crust with its pins, eight segments with their prizes, the mark at its hub, and a door that points. */
export function WheelDrawing({ segments, state, isOff }: WheelDrawingProps) {
  const to = state.at === "stopping" ? state.to : state.turn;
  const turn: CSSProperties & Record<`--${string}`, string> = {
    "--from": `${state.turn}deg`,
    "--to": `${to}deg`,
  };
  return (
    <svg
      viewBox="-170 -196 340 358"
      className={`${styles["wheel"]} ${isOff ? styles["off"] : ""}`}
      aria-hidden="true"
    >
      <circle cx="3" cy="8" r="151" fill="#0B1023" opacity="0.35" />
      <g className={styles[state.at]} style={turn}>
        <Crust />
        <Segments segments={segments} lit={state.at === "over" ? state.won.segment : null} />
      </g>
      <g transform="translate(-21 -21) scale(.66)">
        <MarkShape />
      </g>
      <Pointer />
    </svg>
  );
}

const Crust = memo(function Crust() {
  const [edge, rim, spots] = [chanceOf(4), chanceOf(4), chanceOf(12)];
  const blisters = Array.from({ length: BLISTERS }, () => {
    const [turn, reach] = [spots() * 360, 137 + spots() * 8];
    return { turn, reach, wide: 1.6 + spots() * 2, long: 3 + spots() * 7, isDark: spots() < 0.5 };
  });
  return (
    <>
      <path d={outline(edge, { radius: 150, wobble: 1.4, points: 22 })} fill="#B9742F" />
      <path
        d={outline(rim, { radius: 147.5, wobble: 1.4, points: 22, center: [-0.6, -1.2] })}
        fill="#E2A557"
      />
      {blisters.map(({ turn, reach, wide, long, isDark }) => (
        <ellipse
          key={turn}
          cx={short(reach)}
          rx={short(wide)}
          ry={short(long)}
          transform={`rotate(${short(turn)})`}
          fill={isDark ? "#8C4A1C" : "#F3CB85"}
          opacity="0.4"
        />
      ))}
      <circle r="134" fill="#A9602A" />
      {Array.from({ length: PINS }, (_, pin) => (
        <circle
          key={pin}
          cx="141.5"
          r="2.2"
          fill="#FFF4D8"
          opacity="0.9"
          transform={`rotate(${pin * 10 + 5})`}
        />
      ))}
    </>
  );
});

interface SegmentsProps {
  segments: WheelDrawingProps["segments"];
  /** The one that has won. */
  lit: number | null;
}

const Segments = memo(function Segments({ segments, lit }: SegmentsProps) {
  return segments.map((types, at) => {
    const [type = "empty"] = types;
    return (
      // A segment is its place.
      // oxlint-disable-next-line react/no-array-index-key
      <g key={at} transform={`rotate(${(at + 0.5) * SEGMENT})`}>
        <path d={SECTOR} className={styles[at === lit ? "lit" : at % 2 === 0 ? "cream" : "blue"]} />
        <g transform="translate(0 -74) scale(.25)">
          <PrizeShape type={isGift(type) ? GIFT : type} />
        </g>
        <text y="-110" className={styles["name"]}>
          {nameOf(type)}
        </text>
      </g>
    );
  });
});

/** A segment, its middle at the top. */
const SECTOR = (() => {
  const half = (SEGMENT / 2) * (Math.PI / 180);
  const [x, y] = [short(Math.sin(half) * REACH), short(Math.cos(half) * REACH)];
  return `M0 0L-${x}-${y}A${REACH} ${REACH} 0 0 1 ${x}-${y}Z`;
})();

function nameOf(type: string): string {
  const kind = prizeKindOf(type);
  return SEGMENTS[kind === "pizza" || kind === "delivery" || kind === "discount" ? "gift" : kind];
}

/** Presents of money and of deliveries are one to look at. */
function isGift(type: string): boolean {
  return nameOf(type) === SEGMENTS.gift;
}

/** A lit door above the wheel. */
function Pointer() {
  return (
    <g transform="translate(0 -132) scale(1.25)">
      <path
        d="M-19-27a19 19 0 0 1 38 0V-10Q19-5 14-5H6L0 6L-6-5H-14Q-19-5-19-10Z"
        fill="#C9341B"
        stroke="#FFF"
        strokeWidth="2.5"
      />
      <path d="M-9-5.2V-26a9 9 0 0 1 18 0V-5.2Z" fill="#FFC861" />
      <circle cx="5" cy="-16" r="1.7" fill="#1B2440" />
    </g>
  );
}
