import { useState } from "react";
import { euros } from "../../lib/money";
import { useOrder } from "../../shop/cart/useCart";
import { Unbroken } from "../../ui/Unbroken";
import styles from "./Checkout.module.css";
import { rowsOf } from "./summaryRows";
import { SUMMARY } from "./texts";
import { Why } from "./Why";

/** What it costs, row by row, as the server says (CA-08). */
export function Summary() {
  const { priced, isPriced } = useOrder((order) => ({ priced: order.priced, isPriced: order.isPriced }));
  const [isAsked, setAsked] = useState(false);
  if (!priced) return null;
  const { payable, rows, taxes, hint } = rowsOf(priced);
  return (
    <>
      <dl className={`${styles["rows"]} ${isPriced ? "" : styles["pending"]}`}>
        {rows.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whole">{euros(amount)}</dd>
          </div>
        ))}
        <div className={styles["sum"]}>
          <dt>{payable.label}</dt>
          <dd className="whole">{euros(payable.amount)}</dd>
        </div>
        {taxes.map(({ label, amount }) => (
          <div key={label} className={styles["tax"]}>
            <dt>{label}</dt>
            <dd className="whole">{euros(amount)}</dd>
          </div>
        ))}
      </dl>
      {hint !== null && (
        <p className={styles["hint"]}>
          <Unbroken text={hint} />
        </p>
      )}
      <p role="status" className="sr-only">
        {isPriced ? "" : SUMMARY.pending}
      </p>
      <button
        type="button"
        className={styles["why"]}
        aria-expanded={isAsked}
        onClick={() => setAsked(!isAsked)}
      >
        {SUMMARY.why}
      </button>
      {isAsked && <Why />}
    </>
  );
}
