import { wasPainted } from "../lib/firstPage";
import styles from "./Skeleton.module.css";

/**
 * The shapes of a page to come, with what is being done as their title, where the first paint has it: a hero and three cards,
 * still, seen at once where they follow that, else only when the wait is longer than 300 ms.
 */
export function Skeleton({ title }: { title: string }) {
  return (
    <div className={styles["skeleton"]} data-at-once={wasPainted(location.pathname) || undefined}>
      <div className={styles["hero"]}>
        <h1>{title}</h1>
        <i className={styles["minutes"]} />
        <i className={styles["line"]} />
      </div>
      <div className={styles["cards"]} aria-hidden="true">
        <div />
        <div />
        <div />
      </div>
    </div>
  );
}
