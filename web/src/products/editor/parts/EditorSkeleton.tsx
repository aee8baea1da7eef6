import { OfflineNote } from "../../../ui/OfflineNote";
import { EDITOR } from "../texts";
import styles from "./EditorSkeleton.module.css";

/** The shapes of an editor to come, still, seen only when the wait is longer than 300 ms. */
export function EditorSkeleton() {
  return (
    <div className={styles["skeleton"]}>
      <h1 className="sr-only">{EDITOR.loading}</h1>
      <div className={styles["stage"]} aria-hidden="true">
        <i />
      </div>
      <div className={styles["choices"]}>
        <OfflineNote>{EDITOR.offline}</OfflineNote>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
