import { euros } from "../lib/money";
import styles from "./Price.module.css";
import { ITEMS } from "./texts";

interface PriceProps {
  /** Euros. */
  amount: number;
  /** What it was before a discount, where that is more; struck through. */
  before?: number | null | undefined;
  /** The server has not confirmed it yet. */
  isPending?: boolean;
}

/** A price that never breaks over lines, with the one it had struck through before it. */
export function Price({ amount, before, isPending = false }: PriceProps) {
  const hasFallen = before !== undefined && before !== null && before > amount;
  return (
    <span className={`${styles["price"]} ${isPending ? styles["pending"] : ""}`}>
      {hasFallen && (
        <>
          <span className="sr-only">{ITEMS.before} </span>
          <s className="whole">{euros(before)}</s>
          <span className="sr-only"> {ITEMS.price} </span>
        </>
      )}
      <span className="whole">{euros(amount)}</span>
    </span>
  );
}
