import { type ReactNode, useId } from "react";
import styles from "./Segments.module.css";

interface SegmentsProps<Value extends string> {
  legend: string;
  /** Says the legend to readers alone. */
  isLegendHeard?: boolean;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value | null;
  onChoose: (value: Value) => void;
}

/** One of a few, side by side: a radio group. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, isLegendHeard = false, options, value, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles["group"]}>
      <legend className={isLegendHeard ? "sr-only" : styles["legend"]}>{legend}</legend>
      <div className={styles["segments"]}>
        {options.map((option) => (
          <label key={option.value} className={styles["segment"]}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
