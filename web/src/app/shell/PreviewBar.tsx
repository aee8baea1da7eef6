import { useSyncExternalStore } from "react";
import { keepPreview, onPreview, previewToken } from "../../lib/preview";
import { Button } from "../../ui/Button";
import { PREVIEW } from "./laterTexts";
import styles from "./VersionBar.module.css";

/** Tells an editor that this tab shows drafts, for as long as it does, and ends that. */
export function PreviewBar() {
  if (useSyncExternalStore(onPreview, previewToken) === null) return null;
  const end = () => {
    keepPreview("");
    window.location.reload();
  };
  return (
    <div className={styles["bar"]} role="status">
      <p>{PREVIEW.text}</p>
      <Button look="line" onClick={end}>
        {PREVIEW.end}
      </Button>
    </div>
  );
}
