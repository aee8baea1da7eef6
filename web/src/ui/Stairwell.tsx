import styles from "./Stairwell.module.css";
import { SKIPPED, STAIRWELL } from "./texts";

const NONE: readonly number[] = [];

interface StairwellProps {
  /** The windows' names, from the order to the door. */
  labels: readonly string[];
  /** How many are lit, halves included; a half is the stage under way. */
  lit: number;
  /** Windows, from 0, whose stage was passed over: among lit ones they stay dark. */
  skipped?: readonly number[];
  /** `hero` has the names under the windows, `row` is so small that they are only heard. */
  size?: "hero" | "row";
}

/** The stairwell: arched windows that light up as the order nears. It is the product's progress bar. */
export function Stairwell({ labels, lit, skipped = NONE, size = "hero" }: StairwellProps) {
  const isSkipped = (index: number) => standing(lit, index) === "lit" && skipped.includes(index);
  // Where the order is, whoever has said nothing of it.
  const current = Math.min(labels.length, Math.ceil(lit)) - 1;
  return (
    <ol className={`${styles["stairwell"]} ${styles[size]}`} aria-label={STAIRWELL}>
      {labels.map((label, index) => (
        <li
          key={label}
          className={styles[isSkipped(index) ? "dark" : standing(lit, index)]}
          {...step(index === current)}
        >
          <span className={styles["window"]} aria-hidden="true" />
          <span className={size === "row" ? "sr-only" : undefined}>{label}</span>
          {isSkipped(index) && <span className="sr-only">{SKIPPED}</span>}
        </li>
      ))}
    </ol>
  );
}

/** The windows alone, 8 × 15 px, for a table that says the stage in words beside them. */
export function SmallWindows({ count, lit }: { count: number; lit: number }) {
  return (
    <span className={styles["small"]} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles[standing(lit, index)]}>
          <i className={styles["window"]} />
        </span>
      ))}
    </span>
  );
}

function standing(lit: number, index: number): "lit" | "half" | "dark" {
  if (lit >= index + 1) return "lit";
  return lit > index ? "half" : "dark";
}

function step(current: boolean): { "aria-current"?: "step" } {
  return current ? { "aria-current": "step" } : {};
}
