import { useEffect } from "react";
import { recall } from "../../shop/checkout/memory";
import { arriving } from "../../lib/arriving";

/** Once an order of this browser is received, its lines leave the cart. The cart's code is loaded for that alone. */
export function useSettled(orderId: string, isReceived: boolean): void {
  useEffect(() => {
    if (!isReceived || recall().attempt?.order?.orderId !== orderId) return;
    void arriving(() => import("../../shop/checkout/settlePlaced")).then(({ settlePlaced }) =>
      settlePlaced(),
    );
  }, [orderId, isReceived]);
}
