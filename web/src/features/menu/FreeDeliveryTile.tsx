import { Truck } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { get, send } from "../../api/client";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { useOrder } from "../../shop/cart/useCart";
import { CATALOG, CATALOG_STALE_MS } from "../../shop/catalog/keys";
import { freeDeliveryOf } from "./freeDelivery";
import { Unbroken } from "../../ui/Unbroken";
import styles from "./PromoRow.module.css";
import { FREE_DELIVERY } from "./texts";

/** What is missing until the delivery is free, or who could have it (CM-10, CM-11); or that nobody knows (CM-22). */
export function FreeDeliveryTile() {
  const shopId = useOrder(({ method }) => (method?.orderType === "delivery" ? method.restaurantId : null));
  const priced = useOrder((order) => order.priced);
  const { data, isError } = useQuery({
    queryKey: [...CATALOG, "free-delivery", shopId],
    queryFn: ({ signal }) =>
      send(get("/api/commerce/v2/campaigns/free-delivery", { query: { shopId: shopId ?? "" } }), { signal }),
    enabled: shopId !== null,
    staleTime: CATALOG_STALE_MS,
  });
  const failed = isError ? { text: FREE_DELIVERY.failed, needsMember: false } : null;
  const hint = shopId === null ? null : data ? freeDeliveryOf(data, priced) : failed;
  if (hint === null) return null;
  return (
    <li>
      <p className={`${styles["tile"]} ${styles["calm"]}`}>
        <Truck size={24} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <span className="small">
            <Unbroken text={hint.text} />
          </span>
          {hint.needsMember && (
            <Link to={SIGN_IN_PATH} className="small">
              {FREE_DELIVERY.join}
            </Link>
          )}
        </span>
      </p>
    </li>
  );
}
