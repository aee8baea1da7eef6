import { RefreshCw } from "lucide-react";
import { Button } from "../../ui/Button";
import { useNewVersion } from "../useNewVersion";
import { VERSION } from "./laterTexts";
import styles from "./VersionBar.module.css";

/** Says that a newer version is out, and loads it when asked to (SH-16). */
export function VersionBar() {
  if (!useNewVersion()) return null;
  return (
    <div className={styles["bar"]} role="status">
      <p>{VERSION.text}</p>
      <Button look="line" onClick={() => window.location.reload()}>
        <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
        {VERSION.reload}
      </Button>
    </div>
  );
}
