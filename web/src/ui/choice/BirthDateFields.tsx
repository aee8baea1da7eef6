import { type ChangeEvent, useId, useState } from "react";
import { type Born, dateOf, isOldEnough, yearsToChoose } from "../../lib/birthDate";
import { dayOf } from "../../lib/helsinki";
import { BIRTH_DATE } from "../personTexts";
import styles from "./BirthDateFields.module.css";

/** What is wrong with a date of birth of somebody who must be older than `age`; `null` where nothing is (LO-21 to LO-23). */
export function birthDateFault(born: Born, age: number): string | null {
  if ([born.day, born.month, born.year].some((part) => part < 1)) return BIRTH_DATE.none;
  const date = dateOf(born);
  if (date === null) return BIRTH_DATE.invalid;
  return isOldEnough(date, age, dayOf(Date.now())) ? null : BIRTH_DATE.tooYoung(age);
}

interface BirthDateFieldsProps {
  born: Born;
  error: string | null;
  onChange: (born: Born) => void;
}

/** A date of birth, picked by day, month and year. */
export function BirthDateFields({ born, error, onChange }: BirthDateFieldsProps) {
  const id = useId();
  const [today] = useState(() => dayOf(Date.now()));
  const options = {
    day: Array.from({ length: 31 }, (_, at) => [at + 1, `${at + 1}.`] as const),
    month: BIRTH_DATE.months.map((name, at) => [at + 1, name] as const),
    year: yearsToChoose(today).map((year) => [year, String(year)] as const),
  };
  const select = (part: keyof Born) => (
    <label className={styles["part"]}>
      <span>{BIRTH_DATE[part]}</span>
      <select
        name={part === "day" ? "birthDate" : part}
        value={born[part]}
        autoComplete={`bday-${part}`}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          onChange({ ...born, [part]: Number(event.target.value) })
        }
      >
        <option value={0}>–</option>
        {options[part].map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <fieldset className={styles["date"]}>
      <legend>{BIRTH_DATE.legend}</legend>
      <div className={styles["parts"]}>
        {select("day")}
        {select("month")}
        {select("year")}
      </div>
      <p id={`${id}-error`} className={styles["error"]} role="alert">
        {error}
      </p>
    </fieldset>
  );
}
