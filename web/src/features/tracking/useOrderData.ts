import { useQuery } from "@tanstack/react-query";
import { post, send } from "../../api/client";
import type { OrderData, OrderTracking } from "../../api/wire";
import { isOver } from "../../live/rules";

/** What the checkout knows of an order that was placed here; asked anew when it is over, since its money may go back. */
export function useOrderData(order: OrderTracking | null, orderKey: string): OrderData | null {
  const orderId = order?.orderId ?? "";
  const { data } = useQuery({
    queryKey: ["orderData", orderId, order !== null && isOver(order)],
    queryFn: async ({ signal }) =>
      (await send(post("/api/commerce/v2/order/DetailsByKey", { body: { orderId, orderKey } }), { signal }))
        .orderData,
    // Of an order that was taken elsewhere the checkout knows nothing.
    enabled: order !== null && order.payment.paymentMethod !== null,
    placeholderData: (before) => before,
  });
  return data ?? null;
}
