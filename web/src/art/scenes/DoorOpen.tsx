import type { ReactNode } from "react";
import { Pizza } from "../food/Pizza";
import type { Recipe } from "../food/recipe";
import { MarkShape } from "../Mark";
import { Ground, Scene } from "./Scene";
import styles from "./scenes.module.css";

/** The home's door open, what was brought on the threshold. With `sign` it is the restaurant's, and a sign hangs in it. */
export function DoorOpen({ sign, children }: { sign?: string | undefined; children: ReactNode }) {
  return (
    <Scene>
      <Ground from={372} />
      <path d="M236 372V196A134 134 0 0 1 504 196V372Z" fill="var(--scene-frame)" />
      <path d="M254 372V196A116 116 0 0 1 486 196V372Z" fill="var(--scene-inside)" />
      <path d="M254 338H486V372H254Z" fill="#E9C98E" opacity="0.9" />
      {sign === undefined ? <Coats /> : <HangingSign text={sign} />}
      <path d="M486 372V196C486 150 470 118 452 104L540 138Q560 170 560 214V400Z" fill="var(--scene-leaf)" />
      <path
        d="M486 372L560 400V214Q560 170 540 138L532 135Q550 172 550 214V396Z"
        fill="#14192B"
        opacity="0.22"
      />
      <circle cx="500" cy="276" r="6" fill="#FFC861" />
      <path d="M254 372H486L566 420H174Z" fill="#FFF4D8" opacity="0.6" />
      {children}
    </Scene>
  );
}

function Coats() {
  return (
    <g transform="translate(28 -16)">
      <path d="M296 176h92" stroke="#B98A4A" strokeWidth="5" strokeLinecap="round" />
      <path d="M312 178v8M342 178v8M372 178v8" stroke="#B98A4A" strokeWidth="4" strokeLinecap="round" />
      <path d="M331 186Q342 178 353 186L364 262Q342 272 320 262Z" fill="#26345F" />
      <path d="M364 188Q372 182 380 188L384 232Q372 238 360 232Z" fill="#C9341B" />
      <path d="M302 190q10-6 20 0l-2 30q-8 4-16 0Z" fill="#26704A" />
    </g>
  );
}

function HangingSign({ text }: { text: string }) {
  return (
    <>
      <path d="M300 118L286 172M440 118L454 172" stroke="#B98A4A" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M274 172H466Q474 172 474 180V224Q474 232 466 232H274Q266 232 266 224V180Q266 172 274 172Z"
        fill="#26345F"
      />
      <text
        x="370"
        y="211"
        textAnchor="middle"
        fontFamily="var(--display)"
        fontWeight="700"
        fontSize="27"
        fill="#FFC861"
      >
        {text}
      </text>
    </>
  );
}

/** The box with a pizza, open and warm. */
export function OpenBox({ recipe, seed }: { recipe: Recipe; seed: number }) {
  return (
    <>
      <g transform="translate(370 366)">
        <ellipse cx="4" cy="30" rx="128" ry="15" fill="#14192B" opacity="0.2" />
        <path d="M-112 4L-128 24V32Q0 50 128 32V24L112 4Z" fill="#B77B3C" />
        <path d="M-112 0H112L128 24H-128Z" fill="#E8B874" />
        <path d="M-104 3H104L116 21H-116Z" fill="#7A4A1E" />
        <g transform="translate(0 11) scale(.98 .16)">
          <Pizza recipe={recipe} seed={seed} shadow={false} />
        </g>
        <path d="M-112 0L-104-62Q0-72 104-62L112 0Z" fill="#EDCA8F" />
        <g transform="translate(-22 -56) scale(.69)">
          <MarkShape />
        </g>
      </g>
      <g
        className={styles["steam"]}
        fill="none"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        opacity="0.85"
      >
        <path d="M306 352c-9-11 7-18-2-30" />
        <path d="M434 352c-9-11 7-18-2-30" />
        <path d="M412 346c-7-9 6-14-2-24" />
      </g>
    </>
  );
}
