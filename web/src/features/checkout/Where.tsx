import { Car, Pencil, ShoppingBag, Utensils } from "lucide-react";
import type { CartMessage, OrderType } from "../../api/wire";
import { aroundTime } from "../../lib/helsinki";
import { addressText } from "../../shop/cart/addressText";
import { useOrder } from "../../shop/cart/useCart";
import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { ModalLink } from "../../ui/modal/ModalLink";
import { ORDER_TYPES } from "../../ui/texts";
import { faultsIn } from "./faults";
import { momentOfPreorder } from "./preorder";
import { WHERE } from "./texts";
import styles from "./Where.module.css";

const ICONS: Record<OrderType, typeof Car> = { delivery: Car, pickup: ShoppingBag, eatin: Utensils };

/** Where it goes, how, when and from which restaurant, with the way to change that (CA-07, CA-10, CA-13). */
export function Where() {
  const { method, minutes, address } = useOrder((order) => ({
    method: order.method,
    // Who takes no order now promises no minutes; why stands beside the button.
    minutes: faultsIn(order).some(isOfRestaurant) ? null : (order.priced?.estimateMinutes ?? null),
    address: order.contact.address,
  }));
  if (!method) {
    return (
      <section className={styles["where"]} aria-label={WHERE.title}>
        <p className={styles["first"]}>{WHERE.chooseFirst}</p>
        <ModalLink name={ORDER_SETUP_MODAL} className={styles["edit"]}>
          {WHERE.choose}
        </ModalLink>
      </section>
    );
  }
  const { orderType, preorderTime, restaurantName } = method;
  const Icon = ICONS[orderType];
  const place = orderType === "delivery" ? (method.address ?? address) : null;
  const when = whenOf(orderType, preorderTime, minutes);
  return (
    <section className={styles["where"]} aria-label={WHERE.title}>
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles["words"]}>
        <p className={styles["first"]}>{when ?? restaurantName}</p>
        <p>{[ORDER_TYPES[orderType], ...(when === null ? [] : [restaurantName])].join(" · ")}</p>
        {place && <p>{addressText(place)}</p>}
      </div>
      <ModalLink
        name={ORDER_SETUP_MODAL}
        className={`${styles["edit"]} ${styles["change"]}`}
        label={WHERE.editLabel}
      >
        <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{WHERE.edit}</span>
      </ModalLink>
    </section>
  );
}

function isOfRestaurant({ messageCode }: CartMessage): boolean {
  return messageCode.startsWith("shop/");
}

/** When it is ready; `null` while nobody says. */
function whenOf(orderType: OrderType, preorderTime: string | null, minutes: number | null): string | null {
  if (preorderTime !== null) {
    const text = aroundTime(momentOfPreorder(preorderTime), Date.now());
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  return minutes === null ? null : WHERE.ready[orderType](minutes);
}
