import type { SplitPayment, TrackingItem } from "../../api/wire";
import { euros, sum } from "../../lib/money";
import { Chip } from "../Chip";
import { ProductPicture } from "../../art/food/drawn";
import { ITEMS } from "../texts";
import styles from "./ItemList.module.css";
import { type ItemView, itemView } from "./itemView";

/** What was ordered, as whoever made it wishes, and what that costs together; `campaigns` gives the names of those that paid for part of it. */
export function ItemList({
  items,
  campaigns,
}: {
  items: TrackingItem[];
  campaigns: readonly SplitPayment[];
}) {
  const rows = items.map((item) => ({ item, view: itemView(item, campaigns) }));
  return (
    <>
      <ul className={styles["items"]}>
        {rows.map(({ item, view }) => (
          <ItemRow key={item.uuid} item={item} view={view} />
        ))}
      </ul>
      <p className={styles["total"]}>
        {ITEMS.total} <b>{euros(sum(rows.map(({ view }) => view.price)))}</b>
      </p>
    </>
  );
}

function ItemRow({ item, view }: { item: TrackingItem; view: ItemView }) {
  return (
    <li className={styles["item"]}>
      <span className={styles["picture"]}>
        <ProductPicture product={item} size={58} />
      </span>
      <div className={styles["words"]}>
        <h3>
          {item.name} × {item.quantity}
        </h3>
        {view.size !== null && <p>{view.size}</p>}
        {view.description !== null && <p>{view.description}</p>}
        {view.added.map((name) => (
          <p key={name}>+ {name}</p>
        ))}
        {view.removed.map((name) => (
          <p key={name}>− {name}</p>
        ))}
        {view.campaigns.map(({ name, quantity }) => (
          <Chip key={name} tone="campaign">
            {name} × {quantity}
          </Chip>
        ))}
      </div>
      <Price item={item} view={view} />
    </li>
  );
}

function Price({ item, view }: { item: TrackingItem; view: ItemView }) {
  return (
    <div className={styles["price"]}>
      <span className="sr-only">{ITEMS.price} </span>
      {euros(view.price)}
      {view.before !== null && (
        <s>
          <span className="sr-only">{ITEMS.before} </span>
          {euros(view.before)}
        </s>
      )}
      {item.quantity > 1 && <small>{ITEMS.each(euros(item.discountedPrice ?? item.itemPrice))}</small>}
    </div>
  );
}
