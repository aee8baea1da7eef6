import type { ReactNode } from "react";
import styles from "./scenes.module.css";

/** The frame of a scene: 740 × 420, subject in the middle, standing on the lower edge; hidden from readers. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles["scene"]}
      viewBox="0 0 740 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The ground that a door or a table stands on, wide enough for any screen. */
export function Ground({ from }: { from: number }) {
  return (
    <>
      <path d={`M-1900 ${from}H2600V920H-1900Z`} fill="var(--scene-floor)" />
      <path d={`M-1900 ${from}H2600V${from + 4}H-1900Z`} fill="#14192B" opacity="0.1" />
    </>
  );
}

/** A table that begins beside the words and goes on behind the right edge. */
export function TableTop() {
  return (
    <>
      <path d="M60 318H2600V920H44V334A16 16 0 0 1 60 318Z" fill="var(--scene-table)" />
      <path d="M60 318H2600V323H60Z" fill="#14192B" opacity="0.1" />
    </>
  );
}
