import { Minus, Plus } from "lucide-react";
import styles from "./Stepper.module.css";

interface StepperProps {
  value: number;
  /** What the buttons do, e.g. `Lisää: Aurajuusto`. */
  moreLabel: string;
  lessLabel: string;
  onMore: () => void;
  onLess: () => void;
  /** Whether there can be more, or less. A button that cannot keeps its place and its focus. */
  canMore: boolean;
  canLess: boolean;
  /** Id of the sentence that says why not. */
  reasonId?: string | undefined;
}

/** A number between a minus and a plus. */
export function Stepper({
  value,
  moreLabel,
  lessLabel,
  onMore,
  onLess,
  canMore,
  canLess,
  reasonId,
}: StepperProps) {
  const why = reasonId === undefined ? {} : { "aria-describedby": reasonId };
  return (
    <span className={styles["stepper"]}>
      <button
        type="button"
        aria-label={lessLabel}
        aria-disabled={!canLess}
        {...(canLess ? {} : why)}
        onClick={canLess ? onLess : undefined}
      >
        <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className={styles["value"]}>{value}</span>
      <button
        type="button"
        aria-label={moreLabel}
        aria-disabled={!canMore}
        {...(canMore ? {} : why)}
        onClick={canMore ? onMore : undefined}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </span>
  );
}
