import { ChevronDown } from "lucide-react";
import { useId } from "react";
import styles from "./Select.module.css";

interface SelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; isDisabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Its label is heard alone, where what stands beside it says the same. */
  isLabelHidden?: boolean;
  error?: string | null;
}

/** The browser's own list of choices, in our dress. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  isLabelHidden = false,
  error = null,
}: SelectProps<Value>) {
  const id = useId();
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : undefined}>
        {label}
      </label>
      <span className={styles["box"]}>
        <select
          id={id}
          value={value}
          onChange={(event) => choose(event.target.value)}
          {...(error !== null && { "aria-invalid": true, "aria-describedby": `${id}-error` })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      {error !== null && (
        <p id={`${id}-error`} className={styles["error"]}>
          {error}
        </p>
      )}
    </div>
  );
}
