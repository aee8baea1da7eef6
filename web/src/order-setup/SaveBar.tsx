import { Button } from "../ui/Button";
import styles from "./SaveBar.module.css";
import { LACKS, SETUP } from "./texts";
import type { Setup } from "./useSetup";

interface SaveBarProps {
  setup: Setup;
  label: string;
  /** Leads to what is missing. */
  onLack: () => void;
}

/** Saves the choices; while something is missing it says what, and leads there (OS-11, OS-12). */
export function SaveBar({ setup: { lack, save, saving }, label, onLack }: SaveBarProps) {
  const isBusy = saving === "busy";
  return (
    <div className={styles["bar"]}>
      <p role="status" className="sr-only">
        {isBusy && SETUP.saving}
      </p>
      {saving === "failed" && (
        <p className={styles["error"]} role="alert">
          {SETUP.notSaved}
        </p>
      )}
      {lack === null ? (
        <Button isBusy={isBusy} onClick={save}>
          {label}
        </Button>
      ) : (
        <Button look="quiet" aria-disabled onClick={onLack}>
          <span className={styles["lack"]}>
            <span>{label} </span>
            <small>{LACKS[lack]}</small>
          </span>
        </Button>
      )}
    </div>
  );
}
