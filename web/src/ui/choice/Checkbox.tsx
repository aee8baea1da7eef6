import { type ReactNode, useId } from "react";
import styles from "./Checkbox.module.css";

interface CheckboxProps {
  label: ReactNode;
  /** A second line. */
  detail?: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
  /** What is wrong, in words; `null` where nothing is. */
  error?: string | null;
}

/** One thing that is wished or not. */
export function Checkbox({
  label,
  detail,
  isChecked,
  onChange,
  isDisabled = false,
  error = null,
}: CheckboxProps) {
  const id = useId();
  const ids = [detail !== undefined && `${id}-detail`, error !== null && `${id}-error`].filter(Boolean);
  return (
    <div className={styles["field"]}>
      <label className={styles["row"]}>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-labelledby={`${id}-label`}
          {...(ids.length > 0 && { "aria-describedby": ids.join(" ") })}
          {...(error !== null && { "aria-invalid": true })}
        />
        <span className={styles["words"]}>
          <span id={`${id}-label`}>{label}</span>
          {detail !== undefined && (
            <span id={`${id}-detail`} className={styles["detail"]}>
              {detail}
            </span>
          )}
        </span>
      </label>
      {error !== null && (
        <p id={`${id}-error`} className={styles["error"]}>
          {error}
        </p>
      )}
    </div>
  );
}
