import { LogOut } from "lucide-react";
import { type Connection, ConnectionSign } from "../../ui/ConnectionSign";
import { SESSION } from "./texts";
import styles from "./Account.module.css";
import { Keys } from "./Keys";
import { LateBell } from "./LateBell";

interface AccountProps {
  /** How the board hears of changes; `null` while that is not known. */
  connection: Connection | null;
  email: string;
  onSignOut: () => void;
}

/** Top right: how one is connected, what is heard, which keys there are, who one is, and the way out. */
export function Account({ connection, email, onSignOut }: AccountProps) {
  return (
    <div className={styles["account"]}>
      {connection !== null && <ConnectionSign connection={connection} />}
      <div className={styles["buttons"]}>
        <LateBell />
        <Keys />
      </div>
      <span className={styles["who"]} title={email}>
        {email}
      </span>
      <button type="button" className={styles["icon"]} title={SESSION.signOut} onClick={onSignOut}>
        <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{SESSION.signOut}</span>
      </button>
    </div>
  );
}
