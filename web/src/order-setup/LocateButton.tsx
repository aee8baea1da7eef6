import { Check, Ellipsis, LocateFixed, LocateOff } from "lucide-react";
import styles from "./Field.module.css";
import { LOCATE } from "./texts";
import type { LocateState } from "./useLocate";

const ICONS = { idle: LocateFixed, loading: Ellipsis, success: Check, error: LocateOff };

/** Asks for the person's place, at the end of a field; a failure stands in words (OS-27, OS-71). */
export function LocateButton({ state, onPress }: { state: LocateState; onPress: () => void }) {
  const Icon = ICONS[state];
  return (
    <>
      <button
        type="button"
        className={styles["locate"]}
        aria-label={state === "error" ? undefined : LOCATE.idle}
        aria-busy={state === "loading"}
        onClick={onPress}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        {state === "error" && LOCATE.error}
      </button>
      <span className="sr-only" role="status">
        {state !== "idle" && LOCATE[state]}
      </span>
    </>
  );
}
