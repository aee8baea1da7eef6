import { useId } from "react";
import { MarkShape } from "../Mark";
import { Scene } from "./Scene";
import styles from "./scenes.module.css";

/**
 * A road at dusk, the restaurant behind and the home ahead: a picture of being under way, which says nothing about
 * where the car is.
 */
export function Road() {
  return (
    <Scene>
      <g fill="var(--scene-star)">
        <circle cx="90" cy="60" r="3" />
        <circle cx="210" cy="34" r="2" />
        <circle cx="420" cy="52" r="2.4" />
        <circle cx="560" cy="30" r="2" />
        <circle cx="688" cy="74" r="3" />
        <circle cx="320" cy="96" r="2" />
      </g>
      <path d="M612 46A36 36 0 1 0 648 96A29 29 0 0 1 612 46Z" fill="#FFC861" />
      <path d={HILLS} fill="#1B2650" />
      <Houses />
      <path d="M-1900 306H2600V920H-1900Z" fill="#141C3C" />
      <path d="M-1900 318H2600V372H-1900Z" fill="#2C3866" />
      <path d="M24 345H2600" stroke="#FFC861" strokeWidth="4" strokeDasharray="34 28" opacity="0.75" />
      <g className={styles["drive"]}>
        <Car />
      </g>
    </Scene>
  );
}

const HILLS = "M-60 306C60 300 120 262 220 254S360 262 470 226S820 196 1010 232S1700 190 2600 236V306Z";

/** The restaurant behind, three blocks on the way, and the door that it is all about. */
function Houses() {
  return (
    <>
      <path d="M36 306V176H176V306Z" fill="#3B4A80" />
      <path d="M24 176H188L176 156H36Z" fill="#C9341B" />
      <g transform="translate(78 180) scale(.86)">
        <MarkShape />
      </g>
      <path d="M54 306V262A14 14 0 0 1 82 262V306ZM130 306V262A14 14 0 0 1 158 262V306Z" fill="#FFC861" />
      <path d="M232 306V214H304V306ZM320 306V190H396V306ZM414 306V226H486V306Z" fill="#222E5C" />
      <g fill="#FFC861" opacity="0.85">
        <path d="M248 236h14v18h-14ZM274 266h14v18h-14ZM336 212h14v18h-14ZM366 246h14v18h-14ZM430 248h14v18h-14Z" />
      </g>
      <g fill="#3A4880">
        <path d="M274 236h14v18h-14ZM248 266h14v18h-14ZM366 212h14v18h-14ZM336 246h14v18h-14ZM336 276h14v18h-14ZM456 248h14v18h-14Z" />
      </g>
      <g transform="translate(-26 0)">
        <path d="M552 306V206A52 52 0 0 1 700 206V306Z" fill="#3B5290" />
        <path d="M596 306V236A30 30 0 0 1 656 236V306Z" fill="#141B33" />
        <path d="M602 306V238A24 24 0 0 1 650 238V306Z" fill="#FFC861" />
        <circle cx="642" cy="276" r="3.4" fill="#141B33" />
        <path d="M602 306H650L668 318H584Z" fill="#FFC861" opacity="0.35" />
      </g>
    </>
  );
}

/** Our car from the side, its light ahead. */
function Car() {
  const beam = useId();
  return (
    <g transform="translate(300 340)">
      <defs>
        <linearGradient id={beam}>
          <stop offset="0" stopColor="#FFC861" stopOpacity="0.5" />
          <stop offset="1" stopColor="#FFC861" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M120-26L286-58V26L120-4Z" fill={`url(#${beam})`} />
      <ellipse cx="40" cy="26" rx="106" ry="8" fill="#0B1026" opacity="0.6" />
      <path
        d="M-58 20V-10Q-56-24-40-26L-18-30L6-58Q10-62 18-62H72Q80-62 86-56L108-30L122-26Q130-22 130-12V20Z"
        fill="#C9341B"
      />
      <path d="M-4-30L14-50Q16-53 20-53H40V-30ZM48-30V-53H70Q74-53 77-50L94-30Z" fill="#DCE6F7" />
      <path d="M118-22Q128-20 129-10H116Z" fill="#FFE3A1" />
      <path d="M-58-8H-48V4H-58Z" fill="#FF8A6B" />
      <g transform="translate(24 -22) scale(.5)">
        <circle cx="32" cy="32" r="34" fill="#fff" />
        <MarkShape />
      </g>
      <g>
        <circle cx="-18" cy="20" r="17" fill="#0B1026" />
        <circle cx="-18" cy="20" r="7" fill="#8793B4" />
        <circle cx="92" cy="20" r="17" fill="#0B1026" />
        <circle cx="92" cy="20" r="7" fill="#8793B4" />
      </g>
    </g>
  );
}
