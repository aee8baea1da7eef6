import { type FormEvent, useState } from "react";
import { isSameCode } from "../../shop/cart/items";
import { currentOrder, dispatch } from "../../shop/cart/useCart";
import { useCodeProblem } from "../../shop/errors/useCodeProblem";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/TextField";
import styles from "./Coupons.module.css";
import { ENTRY } from "./texts";

/** A code that somebody has is put into the order here too (CA-58, CA-59). */
export function CodeEntry() {
  const [code, setCode] = useState("");
  const [told, setTold] = useState("");
  const [isBusy, setBusy] = useState(false);
  const problem = useCodeProblem();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const written = code.trim();
    if (written === "" || isBusy) return;
    setTold("");
    setBusy(true);
    const isDone = await dispatch({ type: "addPromotionCode", code: written }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    const { promotionCodes, isPriced, method } = currentOrder();
    if (!isDone || !promotionCodes.some((held) => isSameCode(held, written))) return;
    // The next may be being written already.
    setCode((now) => (now.trim() === written ? "" : now));
    const words = isPriced ? ENTRY.added : method === null ? ENTRY.kept : ENTRY.unheard;
    setTold(words(written));
  };
  return (
    <Card title={ENTRY.title}>
      <form className={styles["entry"]} onSubmit={(event) => void add(event)} noValidate>
        <TextField
          label={ENTRY.label}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={64}
          error={problem?.message ?? null}
        />
        <Button look="quiet" type="submit" isBusy={isBusy}>
          {ENTRY.add}
        </Button>
      </form>
      <p role="status" className={styles["told"]}>
        {told}
      </p>
    </Card>
  );
}
