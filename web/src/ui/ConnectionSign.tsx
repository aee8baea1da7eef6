import { Check, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./ConnectionSign.module.css";

/** How the page hears of changes. */
export type Connection = "live" | "polling" | "offline" | "ended";

const SIGNS: Record<Connection, { words: string; picture: ReactNode }> = {
  live: { words: "Suora seuranta", picture: <i className={styles["dot"]} /> },
  polling: { words: "Päivittyy 30 s välein", picture: <RefreshCw size={17} strokeWidth={1.75} /> },
  offline: { words: "Ei yhteyttä", picture: <WifiOff size={17} strokeWidth={1.75} /> },
  ended: { words: "Seuranta päättyi", picture: <Check size={17} strokeWidth={1.75} /> },
};

/** Says which of live, polling, offline and ended it is; top right, never in the way. */
export function ConnectionSign({ connection }: { connection: Connection }) {
  const { words, picture } = SIGNS[connection];
  return (
    <p className={`${styles["sign"]} ${styles[connection]}`} role="status">
      {picture}
      {words}
    </p>
  );
}
