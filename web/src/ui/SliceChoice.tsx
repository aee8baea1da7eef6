import { SlicePlate } from "./SlicePlate";
import styles from "./SliceChoice.module.css";

interface SliceChoiceProps {
  /** What is asked, for those who hear it. */
  legend: string;
  /** The labels of one, two, three … slices. */
  labels: readonly string[];
  /** The chosen number of slices, or `null`. */
  value: number | null;
  onChange: (value: number) => void;
  /** Id of the sentence that says what is wrong, if anything is. */
  errorId?: string | undefined;
}

/** A radio group of plates. */
export function SliceChoice({ legend, labels, value, onChange, errorId }: SliceChoiceProps) {
  const fault = errorId === undefined ? {} : { "aria-describedby": errorId, "aria-invalid": true };
  return (
    <fieldset className={styles["choice"]} role="radiogroup" aria-label={legend} {...fault}>
      <div className={styles["options"]}>
        {labels.map((label, index) => (
          <label key={label} className={styles["option"]}>
            <input
              className="sr-only"
              type="radio"
              name="rating"
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
            />
            <SlicePlate slices={index + 1} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
