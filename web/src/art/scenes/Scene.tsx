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
