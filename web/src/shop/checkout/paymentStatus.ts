/** `paymentStatus` of an order whose money has come (PY-06). */
export const ORDER_PAID = 2;
/** `paymentStatus` of an order that was given up, ran out of time, or was paid back (PY-06). */
export const ORDER_CANCELLED = 3;
