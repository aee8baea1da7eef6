import type { OrderState } from "../../../live/live";
import { Card } from "../../../ui/Card";
import { ItemList } from "../../../ui/items/ItemList";
import { ITEMS, TEXTS } from "../texts";

/** What was ordered, headed by how many pieces. */
export function Items({ order }: { order: OrderState }) {
  const count = order.orderItems.reduce((sum, item) => sum + item.quantity, 0);
  const campaigns = order.payment.discountDetails.orderPaymentDetails.splitPayments;
  return (
    <Card title={ITEMS.count(count)} aside={TEXTS.order(order.orderId)}>
      <ItemList items={order.orderItems} campaigns={campaigns} />
    </Card>
  );
}
