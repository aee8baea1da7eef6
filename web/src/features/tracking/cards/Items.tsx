import type { OrderState } from "../../../live/live";
import { euros } from "../../../lib/money";
import { Card } from "../../../ui/Card";
import { ItemList } from "../../../ui/items/ItemList";
import type { MoneyView } from "../money";
import { ITEMS, MONEY, TEXTS } from "../texts";
import styles from "./Items.module.css";

/** What was ordered, headed by how many pieces, and what it cost, as far as that is known. */
export function Items({ order, money = null }: { order: OrderState; money?: MoneyView | null }) {
  const count = order.orderItems.reduce((sum, item) => sum + item.quantity, 0);
  const campaigns = order.payment.discountDetails.orderPaymentDetails.splitPayments;
  return (
    <Card title={ITEMS.count(count)} aside={TEXTS.order(order.orderId)}>
      <ItemList items={order.orderItems} campaigns={campaigns} />
      {money !== null && <Money money={money} />}
    </Card>
  );
}

function Money({ money: { beside, total, how, back } }: { money: MoneyView }) {
  return (
    <>
      <dl className={styles["money"]}>
        {beside !== null && (
          <div>
            <dt>{beside.label}</dt>
            <dd>{euros(beside.amount)}</dd>
          </div>
        )}
        <div className={styles["total"]}>
          <dt>{MONEY.total}</dt>
          <dd>{euros(total)}</dd>
        </div>
      </dl>
      <p className={styles["how"]}>{back ?? how}</p>
    </>
  );
}
