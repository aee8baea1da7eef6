/** Where one looks over what one orders, and pays (CA-01). */
export const CART_PATH = "/ostoskori";

/** The part of the address that opens the payment methods (CA-01). */
export const METHODS_MODAL = "maksutavat";

/** Where an order is followed. */
export function trackingPath(orderId: string, orderKey: string): string {
  return `/tilaus/${encodeURIComponent(orderId)}?orderKey=${encodeURIComponent(orderKey)}`;
}

/** Where one comes back to from paying (CK-13). */
export const RESULT_PATH = "/tilaus/tulos";

/** The same, for an order that is known to be paid. */
export function resultPath(orderId: string, orderKey: string): string {
  return `${RESULT_PATH}?${new URLSearchParams({ status: "OK", orderid: orderId, "order-key": orderKey }).toString()}`;
}
