import styles from "./Busy.module.css";

/** Three dots: something is being done. What that is says who shows them. */
export function Busy() {
  return (
    <span className={styles["dots"]} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
