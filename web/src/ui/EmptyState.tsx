import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** Where there is nothing yet: a drawing, a sentence, an action. */
export function EmptyState({
  drawing,
  text,
  action,
}: {
  drawing: ReactNode;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className={styles["empty"]}>
      <div className={styles["drawing"]} aria-hidden="true">
        {drawing}
      </div>
      <p>{text}</p>
      {action}
    </div>
  );
}
