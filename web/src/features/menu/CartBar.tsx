import { ShoppingBag } from "lucide-react";
import { Link } from "react-router";
import { euros } from "../../lib/money";
import { useCartTotals } from "../../shop/cart/useCart";
import styles from "./CartBar.module.css";
import { CART_BAR } from "./texts";

/** The way to the cart with what is in it, without delivery (MN-07). */
export function CartBar() {
  const { count, total, isPending } = useCartTotals();
  if (count === 0) return null;
  const sum = total === null ? CART_BAR.pending : euros(total);
  return (
    <Link to="/ostoskori" className={styles["bar"]} aria-label={CART_BAR.label(count, sum)}>
      <ShoppingBag size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>{CART_BAR.count(count)}</span>
      <span className={`${styles["sum"]} ${isPending ? styles["pending"] : ""} whole`}>{sum}</span>
    </Link>
  );
}
