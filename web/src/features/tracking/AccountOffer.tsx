import { UserRoundPlus } from "lucide-react";
import { OF_ORDER, REGISTER_PATH } from "../../session/signInPath";
import { useUser } from "../../session/useUser";
import { usePlacedOrders } from "../../shop/orders/placedOrders";
import { useIsWhoOrderedKnown } from "../../shop/orders/whoOrdered";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import styles from "./AccountOffer.module.css";
import { ACCOUNT_OFFER } from "./texts";

/** A guest who has ordered here can have an account of what they said already: a password is missing, no more. */
export function AccountOffer({ orderId }: { orderId: string }) {
  const user = useUser();
  const isPlacedHere = usePlacedOrders().some((order) => order.orderId === orderId);
  const isKnown = useIsWhoOrderedKnown();
  if (user !== null || !isPlacedHere || !isKnown) return null;
  return (
    <div className={styles["place"]}>
      <Card
        title={ACCOUNT_OFFER.title}
        icon={<UserRoundPlus size={24} strokeWidth={1.75} aria-hidden="true" />}
      >
        <div className={styles["offer"]}>
          <p>{ACCOUNT_OFFER.text}</p>
          <ButtonLink look="quiet" to={`${REGISTER_PATH}?${OF_ORDER}`}>
            {ACCOUNT_OFFER.go}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
