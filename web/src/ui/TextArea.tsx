import { type ReactNode, useId } from "react";
import styles from "./TextArea.module.css";

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How many characters fit; more may be written, and is said to be too much. */
  limit: number;
  /** What is wrong, in words; `null` where nothing is. */
  error: string | null;
  /** What stands in the counter's row: the button that sends. */
  action?: ReactNode;
}

/** A field for a few lines, with a counter, and its error in words under it. */
export function TextArea({ label, value, onChange, limit, error, action }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== null}
        aria-describedby={`${id}-count ${id}-error`}
      />
      <p id={`${id}-error`} className={styles["error"]} role="alert">
        {error}
      </p>
      <div className={styles["foot"]}>
        <p id={`${id}-count`} className={styles["count"]}>
          {lengthOf(value)}/{limit}
        </p>
        {action}
      </div>
    </div>
  );
}

/** Characters as a person counts them on the wire: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length;
}
