import type { ReactNode } from "react";
import styles from "./Note.module.css";

/** A sentence that a person should see before the rest: `calm`, `stale`, or `bad`. */
export function Note({
  tone,
  icon,
  children,
}: {
  tone: "calm" | "stale" | "bad";
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={`${styles["note"]} ${styles[tone]}`}>
      <span className={styles["icon"]}>{icon}</span>
      <div className={styles["words"]}>{children}</div>
    </div>
  );
}
