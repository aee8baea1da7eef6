import styles from "./Skeleton.module.css";

/**
 * The shapes of a page to come, with what is being done as their title: a hero and three cards, still, seen only when
 * the wait is longer than 300 ms.
 */
export function Skeleton({ title }: { title: string }) {
  return (
    <div className={styles["skeleton"]}>
      <div className={styles["hero"]}>
        <i className={styles["line"]} />
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
