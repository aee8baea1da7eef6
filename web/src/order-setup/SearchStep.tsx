import { Search } from "lucide-react";
import { useId } from "react";
import type { DraftChange, Draft } from "./draft";
import styles from "./Field.module.css";
import { LocateButton } from "./LocateButton";
import { SETUP } from "./texts";
import { useLocate } from "./useLocate";

/** Looks for a restaurant to come to, by words or by where one is. */
export function SearchStep({ draft, act }: { draft: Draft; act: (change: DraftChange) => void }) {
  const id = useId();
  const { state, locate } = useLocate((location) => act({ type: "locate", location }));
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{SETUP.search}</label>
      <div className={styles["box"]}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          value={draft.searchText}
          onChange={(event) => act({ type: "search", text: event.target.value })}
        />
        <LocateButton state={state} onPress={locate} />
      </div>
    </div>
  );
}
