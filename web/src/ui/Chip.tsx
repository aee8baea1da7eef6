import type { ReactNode } from "react";
import styles from "./Chip.module.css";

/** A short fact in colour: `campaign`, `open` or `closed`. It always has words. */
export function Chip({ tone, children }: { tone: "campaign" | "open" | "closed"; children: ReactNode }) {
  return <span className={`${styles["chip"]} ${styles[tone]}`}>{children}</span>;
}
