import styles from "./Minutes.module.css";

interface MinutesProps {
  /** As written, e.g. `18–24`, or `enintään 4`, whose word is smaller than its figure. */
  text: string;
  /** The same as spoken, e.g. `18–24 minuuttia`. */
  spoken: string;
  /** For a narrow column. */
  small?: boolean;
}

/** The interval of minutes, the largest thing on the page. A digit that changes rolls in. */
export function Minutes({ text, spoken, small = false }: MinutesProps) {
  const [, word = "", figures = text] = /^(\p{L}+)\s(.*)$/u.exec(text) ?? [];
  const digits = Array.from(figures, (digit, place) => ({ digit, place }));
  return (
    <p className={`${styles["minutes"]} ${small ? styles["small"] : ""}`}>
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true">
        {word !== "" && <small className={styles["word"]}>{word}</small>}
        {digits.map(({ digit, place }) => (
          <span key={`${place}${digit}`} className={styles["digit"]}>
            {digit}
          </span>
        ))}
        <small>min</small>
      </span>
    </p>
  );
}
