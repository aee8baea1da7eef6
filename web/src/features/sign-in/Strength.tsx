import styles from "./Strength.module.css";
import { strengthOf } from "./strength";
import { STRENGTH } from "./texts";

const WINDOWS = [1, 2, 3, 4];

/** How strong a password is: windows that light up, and a word; nothing before its first character (LG-27). */
export function Strength({ password }: { password: string }) {
  const score = strengthOf(password);
  return (
    <div role="status">
      {password !== "" && (
        <p className={styles["strength"]}>
          <span className={styles["windows"]} aria-hidden="true">
            {WINDOWS.map((window) => (
              <i key={window} className={window <= score ? styles["lit"] : undefined} />
            ))}
          </span>
          <span className="sr-only">{STRENGTH.label}: </span>
          {STRENGTH.words[score]}
        </p>
      )}
    </div>
  );
}
