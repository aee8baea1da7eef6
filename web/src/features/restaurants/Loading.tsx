import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import styles from "./Restaurants.module.css";
import { LIST } from "./texts";

/** The shapes of the list to come: its title, its search and its map or the map's button, and five rows. */
export function Waiting() {
  return (
    <div className={styles["page"]} role="status">
      <h1 className="sr-only">{LIST.title}</h1>
      <span className="sr-only">{LIST.loading}</span>
      <div className={styles["shapes"]} aria-hidden="true">
        <span />
        <span />
        <span />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}

/** The restaurants could not be fetched (OS-66). */
export function Trouble({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["page"]} role="alert">
      <h1 className="sr-only">{LIST.title}</h1>
      <EmptyState
        drawing={<DoorUnlit />}
        text={LIST.failed}
        action={<Button onClick={onRetry}>{LIST.retry}</Button>}
      />
    </div>
  );
}
