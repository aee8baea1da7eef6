import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Note } from "./Note";
import styles from "./Trouble.module.css";

/** What went wrong, before all else and read out; it is there from the start, so that it is heard when it says something. */
export function Trouble({ children }: { children?: ReactNode }) {
  const isAny = children !== undefined && children !== null && children !== false;
  return (
    <div role="alert" className={styles["trouble"]}>
      {isAny && (
        <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {children}
        </Note>
      )}
    </div>
  );
}

/** What went well. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Note tone="calm" icon={<CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />}>
        {children}
      </Note>
    </div>
  );
}
