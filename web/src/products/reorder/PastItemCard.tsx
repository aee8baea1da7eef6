import type { ReactNode } from "react";
import type { PastItem } from "../../api/wire";
import { ProductPicture } from "../../art/food/drawn";
import { euros } from "../../lib/money";
import { asPictured, changesOf } from "./pastItem";
import styles from "./PastItemCard.module.css";
import { PAST } from "./texts";

interface PastItemCardProps {
  item: PastItem;
  /** Whether the order's restaurant has run out of it. */
  isSoldOut?: boolean;
  /** What a unit costs now and what it did, in euros, where that has changed. */
  price?: { now: number; before: number } | null;
  /** What can be done with it. */
  action?: ReactNode;
}

/** An item of a past order: what it was, what it cost, and what has become of it since (RO-02, RO-04, RO-05). */
export function PastItemCard({ item, isSoldOut = false, price = null, action }: PastItemCardProps) {
  const { name, quantity, sizeName, discountedPrice, inactive } = item;
  const changes = changesOf(item);
  const hasChanged = item.includesInactiveIngredients || item.recipeOutdated;
  return (
    <li className={styles["card"]}>
      <span className={styles["picture"]}>
        <ProductPicture product={asPictured(item)} size={58} />
      </span>
      <div className={styles["words"]}>
        <b>
          {name} × {quantity}
        </b>
        {sizeName !== "" && <span>{sizeName}</span>}
        {changes.length > 0 && <span>{changes.join(" ")}</span>}
        {inactive && <span className={styles["note"]}>{PAST.inactive}</span>}
        {!inactive && isSoldOut && <span className={styles["note"]}>{PAST.soldOut}</span>}
        {!inactive && hasChanged && <span className={styles["note"]}>{PAST.changed}</span>}
        {!inactive && price !== null && (
          <span className={styles["note"]}>{PAST.priceNow(euros(price.now), euros(price.before))}</span>
        )}
      </div>
      <div className={styles["end"]}>
        <b className="whole">{euros(discountedPrice)}</b>
        {action}
      </div>
    </li>
  );
}
