import { Check } from "lucide-react";
import { euros } from "../../../lib/money";
import { Stepper } from "../../../ui/Stepper";
import type { AddButton, Phase } from "../button";
import type { Send } from "./lines";
import { BUTTON, PRICE, QUANTITY } from "../texts";
import styles from "./Footer.module.css";

interface FooterProps {
  quantity: number;
  button: AddButton;
  phase: Phase;
  /** Whether the price is of what was chosen before. */
  isPending: boolean;
  /** What a unit costs without its campaign, where that differs; for one unit alone. */
  before: number | null;
  /** Why the product cannot be had. */
  reason: string | null;
  send: Send;
  onAdd: () => void;
}

/** How many, and the one red button with its price; it never scrolls away. */
export function Footer({ quantity, button, phase, isPending, before, reason, send, onAdd }: FooterProps) {
  return (
    <footer className={styles["footer"]}>
      {reason !== null && <p className={styles["reason"]}>{reason}</p>}
      {phase === "failed" && (
        <p className={styles["failed"]} role="alert">
          {BUTTON.failed}
        </p>
      )}
      <div className={styles["row"]}>
        <span role="group" aria-label={QUANTITY.label}>
          <Stepper
            value={quantity}
            moreLabel={QUANTITY.more}
            lessLabel={QUANTITY.less}
            canMore={quantity < 99}
            canLess={quantity > 1}
            onMore={() => send({ type: "setQuantity", quantity: quantity + 1 })}
            onLess={() => send({ type: "setQuantity", quantity: quantity - 1 })}
          />
        </span>
        <button
          type="button"
          className={styles["add"]}
          data-phase={phase}
          data-pending={isPending || undefined}
          aria-disabled={!button.canPress}
          onClick={button.canPress ? onAdd : undefined}
        >
          {phase === "done" && <Check size={20} strokeWidth={2} aria-hidden="true" />}
          <span>{button.text}</span>
          {before !== null && phase === "choosing" && (
            <>
              <s aria-hidden="true">{euros(before)}</s>
              <span className="sr-only">{PRICE.before(euros(before))}</span>
            </>
          )}
        </button>
      </div>
    </footer>
  );
}
