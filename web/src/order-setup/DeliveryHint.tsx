import { OurLink } from "../content/OurLink";
import styles from "./DeliveryHint.module.css";
import { useDeliveryHints } from "./useDeliveryHints";

/** What the editors say of delivery, on the campaign's pale ground (OS-24). It is asked for where it is first shown. */
export function DeliveryHint({ about }: { about: "freeDelivery" | "preorderFee" }) {
  const hint = useDeliveryHints()[about];
  if (!hint) return null;
  const { title, text, link } = hint;
  return (
    <div className={styles["hint"]}>
      <p>
        {title !== "" && <b>{title} </b>}
        {text}
      </p>
      {link && <OurLink url={link.url}>{link.label}</OurLink>}
    </div>
  );
}
