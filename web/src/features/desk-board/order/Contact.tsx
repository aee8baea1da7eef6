import { Phone, Store } from "lucide-react";
import type { OrderTracking, StaffOrder } from "../../../api/wire";
import { ButtonLink } from "../../../ui/Button";
import { ITEMS } from "../../../ui/texts";
import { BOARD, NO_ADDRESS, ORDER } from "../texts";
import styles from "./Order.module.css";

/** Who ordered and where it goes, and the two numbers that one calls. */
export function Contact({ order, detail }: { order: OrderTracking; detail: StaffOrder | null }) {
  const { customer, restaurant, orderInfo } = order;
  const street = [customer.streetAddress, customer.apartmentNumber].filter(Boolean).join(" ");
  const town = [customer.postalCode, customer.city].filter(Boolean).join(" ");
  const address = [street, town].filter(Boolean).join(", ");
  const phone = detail?.customer.phone ?? null;
  return (
    <div className={styles["contact"]}>
      <p>
        {detail && (
          <>
            <b>{detail.customer.name?.trim() || BOARD.noName}</b>
            <br />
          </>
        )}
        {orderInfo.isDeliveryOrder && address !== "" ? address : NO_ADDRESS[orderInfo.orderType]}
      </p>
      {customer.shippingInstruction && (
        <p className={styles["instruction"]}>
          <span>{ORDER.instruction}</span> {customer.shippingInstruction}
        </p>
      )}
      {order.withoutPackaging === true && <p className={styles["instruction"]}>{ITEMS.withoutPackaging}</p>}
      <div className={styles["calls"]}>
        {phone !== null && (
          <ButtonLink look="quiet" href={telOf(phone)} label={`${ORDER.call}, ${phone}`}>
            <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
            {phone}
          </ButtonLink>
        )}
        <ButtonLink
          look="quiet"
          href={telOf(restaurant.phone)}
          label={ORDER.callRestaurant(restaurant.displayName)}
        >
          <Store size={18} strokeWidth={1.75} aria-hidden="true" />
          {restaurant.displayName}
        </ButtonLink>
      </div>
    </div>
  );
}

function telOf(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}
