import type { ComboView } from "../../api/wire";
import { euros } from "../../lib/money";
import { SIGN_IN_PATH } from "../../lib/signInPaths";
import type { NewItem } from "../../shop/cart/order";
import { Button, ButtonLink } from "../../ui/Button";
import styles from "./ComboEditor.module.css";
import { COMBO } from "./texts";
import { useComboPrice } from "./useComboPrice";

/** How far adding has come. */
export type ComboPhase = "choosing" | "sending" | "done" | "failed";

interface ComboFootProps {
  combo: ComboView;
  items: readonly NewItem[];
  isEdit: boolean;
  phase: ComboPhase;
  onPut: () => void;
  onLeave: () => void;
}

/** The one decision of the view; where the combo cannot be had, why not, and the way back (CM-19). */
export function ComboFoot(props: ComboFootProps) {
  const { combo, phase, onLeave } = props;
  const { availability } = combo;
  if (availability.result !== "OK") {
    return (
      <div className={styles["foot"]}>
        <p className={styles["refusal"]} role="status">
          {availability.message}
        </p>
        {availability.result === "NOT_VALID_NOT_LOGGED_IN" && (
          <ButtonLink look="quiet" to={SIGN_IN_PATH}>
            {COMBO.signIn}
          </ButtonLink>
        )}
        <Button onClick={onLeave}>{COMBO.back}</Button>
      </div>
    );
  }
  return (
    <div className={styles["foot"]}>
      <p className={styles["failed"]} role="alert">
        {phase === "failed" && COMBO.failed}
      </p>
      <PutButton {...props} />
    </div>
  );
}

function PutButton({ combo, items, isEdit, phase, onPut }: ComboFootProps) {
  const { price, isPending } = useComboPrice(combo, items);
  const isBusy = phase === "sending" || phase === "done";
  return (
    <Button aria-disabled={isBusy} aria-busy={isPending} onClick={() => !isBusy && onPut()}>
      {wordOf(phase, isEdit, euros(price))}
    </Button>
  );
}

function wordOf(phase: ComboPhase, isEdit: boolean, price: string): string {
  if (phase === "sending") return isEdit ? COMBO.saving : COMBO.adding;
  if (phase === "done") return isEdit ? COMBO.saved : COMBO.added;
  return isEdit ? COMBO.save(price) : COMBO.add(price);
}
