import type { TrackingCustomer } from "../../../api/wire";
import { Card } from "../../../ui/Card";
import { ADDRESS } from "../texts";
import styles from "./AddressCard.module.css";

/** Where the order goes, as it was given. */
export function AddressCard({ customer }: { customer: TrackingCustomer }) {
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
    </Card>
  );
}
