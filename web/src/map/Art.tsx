import { useId } from "react";
import { MarkShape } from "../art/Mark";
import { CAR } from "./carShape";
import styles from "./Map.module.css";

/** The customer's door: an ink arch, lit from within. Its tip stands on the place. */
export function HomeArt() {
  return (
    <svg className={styles["home"]} viewBox="-22 -48 44 54" width="49" height="60" aria-hidden="true">
      <ellipse cx="0" cy="2" rx="13" ry="4" fill="#14192b" opacity="0.25" />
      <path
        d="M-19-27a19 19 0 0 1 38 0V-10Q19-5 14-5H5L0 1L-5-5H-14Q-19-5-19-10Z"
        fill="#1b2440"
        stroke="#fff"
        strokeWidth="2"
      />
      <path d="M-9-5.2V-26a9 9 0 0 1 18 0V-5.2Z" fill="#ffc861" />
      <circle cx="5" cy="-16" r="1.7" fill="#1b2440" />
    </svg>
  );
}

/** The same door, small, for where it is out of view; its middle on the place. */
export function DoorArt() {
  return (
    <svg viewBox="-9 -11 18 22" width="18" height="22" aria-hidden="true">
      <path d="M-8-2a8 8 0 0 1 16 0V8Q8 10 6 10H-6Q-8 10-8 8Z" fill="#1b2440" />
      <path d="M-4 10V-1.5a4 4 0 0 1 8 0V10Z" fill="#ffc861" />
    </svg>
  );
}

/** A restaurant: the mark in a white ring, its middle on the place. */
export function RestaurantArt() {
  return (
    <svg className={styles["restaurant"]} viewBox="-18 -18 36 36" width="36" height="36" aria-hidden="true">
      <circle r="17" fill="#fff" />
      <g transform="translate(-14 -14) scale(.4375)">
        <MarkShape />
      </g>
    </svg>
  );
}

/** The car in its disc, nose to the east; the element around it turns it. Its headlights are its heading. */
export function CarArt() {
  const beam = useId();
  return (
    <svg className={styles["car"]} viewBox="-74 -74 148 148" width="163" height="163" aria-hidden="true">
      <defs>
        <radialGradient id={beam} gradientUnits="userSpaceOnUse" cx="8" cy="0" r={CAR.reach}>
          <stop offset="0" stopColor={CAR.light} stopOpacity="0.95" />
          <stop offset="1" stopColor={CAR.light} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path className={styles["beam"]} d={CAR.beam} fill={`url(#${beam})`} />
      <circle className={styles["disc"]} r={CAR.radius} />
      <path className={styles["body"]} d={CAR.body} />
      <path className={styles["glass"]} d={CAR.windows} />
      <path className={styles["lights"]} d={CAR.lights} />
    </svg>
  );
}
