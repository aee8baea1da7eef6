import styles from "./Skeleton.module.css";

/** The shapes of a page to come: a hero and three cards, still, seen only when the wait is longer than 300 ms. */
export function Skeleton() {
  return (
    <div className={styles["skeleton"]} aria-hidden="true">
      <div className={styles["hero"]}>
        <i style={{ width: "42%" }} />
        <i style={{ width: "68%", height: 28 }} />
        <i style={{ width: "54%", height: 76 }} />
        <i style={{ width: "62%" }} />
      </div>
      <div className={styles["cards"]}>
        <div />
        <div />
        <div />
      </div>
    </div>
  );
}
