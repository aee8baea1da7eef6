import { LocateFixed, Minus, Plus } from "lucide-react";
import styles from "./Map.module.css";
import { useStage } from "./MapContainer";
import { MAP } from "./texts";

/** Gives the map back to whoever moved it before a person did. */
export function CentreControl() {
  const stage = useStage();
  const centre = () => {
    stage.giveBack();
    stage.centre(true);
  };
  return (
    <button
      type="button"
      className={`${styles["button"]} ${styles["centre"]}`}
      aria-label={MAP.centre}
      onClick={centre}
    >
      <LocateFixed size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** Nearer and further. */
export function ZoomControl() {
  const stage = useStage();
  return (
    <div className={styles["zoom"]}>
      <button
        type="button"
        className={styles["button"]}
        aria-label={MAP.zoomIn}
        onClick={() => stage.zoomBy(1)}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles["button"]}
        aria-label={MAP.zoomOut}
        onClick={() => stage.zoomBy(-1)}
      >
        <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
