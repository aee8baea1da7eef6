import { BOARD, GROUPS } from "./texts";
import styles from "./Chips.module.css";
import { type Chip, CHIPS } from "./filter";

interface ChipsProps {
  /** `null` until there is anything to count. */
  counts: Record<Chip, number> | null;
  chosen: Chip;
  onChoose: (chip: Chip) => void;
}

const WORDS: Record<Chip, string> = { all: BOARD.all, late: BOARD.late, ...GROUPS };

/** How many orders there are at each stage; pressing one shows those alone. */
export function Chips({ counts, chosen, onChoose }: ChipsProps) {
  return (
    <div className={styles["chips"]} role="group" aria-label={BOARD.stages}>
      {CHIPS.map((chip) => (
        <button
          key={chip}
          type="button"
          className={chip === "late" && counts && counts.late > 0 ? styles["late"] : undefined}
          aria-pressed={chip === chosen}
          onClick={() => onChoose(chip)}
        >
          {WORDS[chip]} {counts && <b>{counts[chip]}</b>}
        </button>
      ))}
    </div>
  );
}
