import type { TrackingItem } from "../../../api/wire";
import { euros } from "../../../lib/money";
import type { OrderState } from "../../../live/live";
import { Card } from "../../../ui/Card";
import { Chip } from "../../../ui/Chip";
import { ProductPicture } from "../../../ui/food/ProductPicture";
import { ITEMS, TEXTS } from "../texts";
import { type ItemView, itemView } from "./itemView";
import styles from "./Items.module.css";

/** What was ordered, headed by how many pieces. */
export function Items({ order }: { order: OrderState }) {
  const count = order.orderItems.reduce((sum, item) => sum + item.quantity, 0);
  const campaigns = order.payment.discountDetails.orderPaymentDetails.splitPayments;
  return (
    <Card title={ITEMS.count(count)} aside={TEXTS.order(order.orderId)}>
      <ul className={styles["items"]}>
        {order.orderItems.map((item) => (
          <ItemRow key={item.uuid} item={item} view={itemView(item, campaigns)} />
        ))}
      </ul>
    </Card>
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
      <span className="heard">{ITEMS.price} </span>
      {euros(view.price)}
      {view.before !== null && (
        <s>
          <span className="heard">{ITEMS.before} </span>
          {euros(view.before)}
        </s>
      )}
      {item.quantity > 1 && <small>{ITEMS.each(euros(item.discountedPrice ?? item.itemPrice))}</small>}
    </div>
  );
}
