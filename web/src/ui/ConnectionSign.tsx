import { Check, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./ConnectionSign.module.css";
import { CONNECTION } from "./texts";

/** How the page hears of changes. */
export type Connection = keyof typeof CONNECTION;

const PICTURES: Record<Connection, ReactNode> = {
  live: <i className={styles["dot"]} />,
  polling: <RefreshCw size={17} strokeWidth={1.75} />,
  offline: <WifiOff size={17} strokeWidth={1.75} />,
  ended: <Check size={17} strokeWidth={1.75} />,
};

/** Says which of live, polling, offline and ended it is; top right, never in the way. */
export function ConnectionSign({ connection }: { connection: Connection }) {
  return (
    <p className={`${styles["sign"]} ${styles[connection]}`} role="status">
      {PICTURES[connection]}
      {CONNECTION[connection]}
    </p>
  );
}
