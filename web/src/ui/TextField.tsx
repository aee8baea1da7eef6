import { TriangleAlert } from "lucide-react";
import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import styles from "./TextField.module.css";

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong, in words; `null` where nothing is. */
  error: string | null;
  /** What to know before writing. */
  hint?: string;
  /** What stands at the end of the label's line. */
  aside?: ReactNode;
  /** A button in the field, at its end. */
  inside?: ReactNode;
}

/** A field for one line, with its error in words under it. */
export function TextField({ label, value, onChange, error, hint, aside, inside, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <div className={styles["head"]}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
      <div className={styles["box"]}>
        <input
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== null}
          aria-describedby={hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`}
        />
        {inside}
      </div>
      <p id={`${id}-error`} className={styles["error"]}>
        {error !== null && (
          <>
            <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
            {error}
          </>
        )}
      </p>
    </div>
  );
}
