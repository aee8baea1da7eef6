import { ShoppingBag } from "lucide-react";
import { Link } from "react-router";
import { euros } from "../../lib/money";
import { useCartTotals } from "../../shop/cart/useCart";
import styles from "./CartLink.module.css";
import { cartLabel } from "./texts";

/** The cart: what is in it, and what that costs without delivery (SH-06). */
export function CartLink() {
  const { count, total, isPending } = useCartTotals();
  return (
    <Link
      to="/ostoskori"
      className={`${styles["cart"]} ${count === 0 ? styles["empty"] : ""}`}
      aria-label={cartLabel(count, total)}
    >
      <ShoppingBag size={20} strokeWidth={1.75} aria-hidden="true" />
      {count > 0 && (
        <>
          {total !== null && (
            <span className={`whole ${isPending ? styles["pending"] : ""}`}>{euros(total)}</span>
          )}
          <span className={styles["count"]}>{count}</span>
        </>
      )}
    </Link>
  );
}
