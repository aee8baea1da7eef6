import { type ReactNode, useId } from "react";
import styles from "./RadioCards.module.css";
import type { RadioOption } from "./RadioChips";

/** A card to choose, with more than a word on it. */
export interface CardOption<Value extends string> extends RadioOption<Value> {
  icon?: ReactNode;
  /** A second line. */
  detail?: ReactNode;
  /** Why it cannot be chosen; it then keeps its place without its radio. */
  reason?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  isLegendShown?: boolean;
  options: readonly CardOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** Id of what says that something is wrong, if anything is. */
  errorId?: string | undefined;
  /** What belongs to the chosen one and opens under it. */
  under?: (value: Value) => ReactNode;
}

/** A radio group of cards under each other: ways to pay, restaurants. What is forbidden stays, with its reason. */
export function RadioCards<Value extends string>({
  legend,
  isLegendShown = false,
  options,
  value,
  onChange,
  errorId,
  under,
}: RadioCardsProps<Value>) {
  const name = useId();
  const fault = errorId === undefined ? {} : { "aria-describedby": errorId };
  return (
    <fieldset className={styles["group"]} {...fault}>
      <legend className={isLegendShown ? styles["legend"] : "sr-only"}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <Card
            option={option}
            name={name}
            isChosen={option.value === value}
            onChoose={() => onChange(option.value)}
          />
          {option.value === value && under?.(option.value)}
        </div>
      ))}
    </fieldset>
  );
}

function Card<Value extends string>({
  option,
  name,
  isChosen,
  onChoose,
}: {
  option: CardOption<Value>;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  const { value, icon, label, detail, reason } = option;
  const isDisabled = (option.isDisabled ?? false) || reason !== undefined;
  const more = detail === undefined && reason === undefined ? {} : { "aria-describedby": `${id}-more` };
  return (
    <label className={styles["card"]}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        {...more}
      />
      {icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
      <span className={styles["words"]}>
        <span id={`${id}-label`}>{label}</span>
        {(detail !== undefined || reason !== undefined) && (
          <span id={`${id}-more`} className={styles["more"]}>
            {reason ?? detail}
          </span>
        )}
      </span>
    </label>
  );
}
