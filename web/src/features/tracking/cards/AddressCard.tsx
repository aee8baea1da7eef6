import type { TrackingCustomer } from "../../../api/wire";
import { Card } from "../../../ui/Card";
import { ITEMS } from "../../../ui/texts";
import { ADDRESS } from "../texts";
import styles from "./AddressCard.module.css";

interface AddressCardProps {
  customer: TrackingCustomer;
  isWithoutPackaging: boolean;
}

/** Where the order goes, as it was given. */
export function AddressCard({ customer, isWithoutPackaging }: AddressCardProps) {
  const street = [customer.streetAddress, customer.apartmentNumber].filter(Boolean).join(" ");
  const town = [customer.postalCode, customer.city].filter(Boolean).join(" ");
  return (
    <Card title={ADDRESS.title}>
      <address className={styles["address"]}>
        {street !== "" && <b>{street}</b>}
        {town !== "" && <span>{town}</span>}
      </address>
      {customer.shippingInstruction && (
        <p className={styles["instruction"]}>{customer.shippingInstruction}</p>
      )}
      {isWithoutPackaging && <p className={styles["instruction"]}>{ITEMS.withoutPackaging}</p>}
    </Card>
  );
}
