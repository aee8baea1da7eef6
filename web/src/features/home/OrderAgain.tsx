import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { User } from "../../api/wire";
import { ProductPicture } from "../../art/food/drawn";
import { euros } from "../../lib/money";
import { asPictured } from "../../products/reorder/pastItem";
import { CALL_CENTRE } from "../../session/session";
import { historyQuery } from "../../shop/history/history";
import styles from "./OrderAgain.module.css";
import { HOME } from "./texts";

/** The last order that can be had whole, one press from being ordered again; of the signed in alone. */
export function OrderAgain({ user }: { user: User }) {
  const isCustomer = user.customerSegment !== CALL_CENTRE;
  const { data, isLoading } = useQuery({ ...historyQuery, enabled: isCustomer });
  const last = data?.find(({ canBeFavourite }) => canBeFavourite);
  const [first] = last?.orderItems ?? [];
  if (isLoading) return <div className={styles["place"]} />;
  if (!isCustomer || !last || !first) return null;
  const names = last.orderItems.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name));
  return (
    <Link to="/menu/tilaa-uudelleen" className={styles["again"]}>
      <span className={styles["picture"]}>
        <ProductPicture product={asPictured(first)} size={52} />
      </span>
      <span className={styles["words"]}>
        <b>{HOME.again}</b>
        <span>{names.join(", ")}</span>
      </span>
      <b className="whole">{euros(last.grandTotal)}</b>
      <ChevronRight size={22} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}
