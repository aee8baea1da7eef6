import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./RadioChips.module.css";

/** One of a few values to choose from. */
export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  isDisabled?: boolean;
  /** Where it stands in a row of `hours`: 1 … 4. */
  column?: number;
}

interface RadioChipsProps<Value extends string> {
  /** What is chosen, for readers, and for all where `isLegendShown`. */
  legend: string;
  isLegendShown?: boolean;
  /** They stay on one line, which can be pushed sideways: of many, the first ones do. */
  isOneLine?: boolean;
  /** They stand in columns of one width: many names of different lengths. */
  isGrid?: boolean;
  /** A row for each hour, in a part of the page that scrolls by itself: a whole day of quarters. */
  isHours?: boolean;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A radio group of chips on one line, which breaks where it must: days, times, topics. */
export function RadioChips<Value extends string>({
  legend,
  isLegendShown = false,
  isOneLine = false,
  isGrid = false,
  isHours = false,
  options,
  value,
  onChange,
}: RadioChipsProps<Value>) {
  const name = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if ((isOneLine || isHours) && row.current) bringIntoView(row.current, value);
  }, [isHours, isOneLine, value]);
  return (
    <fieldset className={styles["group"]}>
      <legend className={isLegendShown ? styles["legend"] : "sr-only"}>{legend}</legend>
      <div ref={row} className={styles[isOneLine ? "line" : isHours ? "hours" : isGrid ? "grid" : "chips"]}>
        {options.map((option) => (
          <label
            key={option.value}
            className={styles["chip"]}
            {...(option.column !== undefined && { style: { gridColumn: option.column } })}
          >
            <input
              className="sr-only"
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled ?? false}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What is chosen may lie far out on its line; the page itself stays where it is. */
function bringIntoView(row: HTMLElement, value: string | null): void {
  const chip = [...row.querySelectorAll("input")].find((input) => input.value === value)?.parentElement;
  if (!chip) return;
  const [left, right] = [
    chip.offsetLeft - row.offsetLeft,
    chip.offsetLeft - row.offsetLeft + chip.offsetWidth,
  ];
  if (left < row.scrollLeft || right > row.scrollLeft + row.clientWidth)
    row.scrollLeft = left - (row.clientWidth - chip.offsetWidth) / 2;
  const top = chip.offsetTop - row.offsetTop;
  if (top < row.scrollTop || top + chip.offsetHeight > row.scrollTop + row.clientHeight)
    row.scrollTop = top - (row.clientHeight - chip.offsetHeight) / 2;
}
