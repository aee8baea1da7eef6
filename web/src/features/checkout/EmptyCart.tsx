import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { useOrder } from "../../shop/cart/useCart";
import { ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ModalLink } from "../../ui/modal/ModalLink";
import styles from "./Where.module.css";
import { PAGE, WHERE } from "./texts";

/** A bare plate: first a restaurant, then a pizza (CA-13). */
export function EmptyCart() {
  const hasRestaurant = useOrder(({ method }) => method !== null);
  return (
    <EmptyState
      drawing={<BarePlate />}
      text={hasRestaurant ? PAGE.empty : WHERE.chooseFirst}
      action={
        hasRestaurant ? (
          <ButtonLink to="/menu">{PAGE.toMenu}</ButtonLink>
        ) : (
          <ModalLink name={ORDER_SETUP_MODAL} className={styles["edit"]}>
            {WHERE.choose}
          </ModalLink>
        )
      }
    />
  );
}

function BarePlate() {
  return (
    <svg viewBox="-106 -106 212 212" width="160" height="160">
      <circle r="100" fill="var(--laatta)" />
      <circle r="98" fill="none" stroke="var(--viiva)" strokeWidth="4" />
      <circle r="66" fill="none" stroke="var(--viiva)" strokeWidth="3" />
    </svg>
  );
}
