import type { OrderData, OrderTracking } from "../../api/wire";
import { euros, sum, times } from "../../lib/money";
import { ORDER_CANCELLED, ORDER_PAID } from "../../shop/checkout/paymentStatus";
import { MONEY } from "./texts";

/** What an order cost in the end, in words. */
export interface MoneyView {
  /** Euros beside the products: delivery, and fees; `null` where there are none, or cents lost in rounding hide them. */
  beside: { label: string; amount: number } | null;
  /** Euros. */
  total: number;
  /** How it was paid, or will be. */
  how: string;
  /** That money goes back, or was never taken; `null` where neither is so. */
  back: string | null;
}

/** Reads what the checkout knows of an order that was placed here. */
export function moneyOf({ orderItems, orderInfo }: OrderTracking, data: OrderData): MoneyView {
  const products = sum(
    orderItems.map((item) => times(item.discountedPrice ?? item.itemPrice, item.quantity)),
  );
  const beside = sum([data.grandTotal, -products]);
  // A discount on several pieces is told of one of them, rounded.
  const isExact = orderItems.every(
    ({ discountedPrice, quantity }) => discountedPrice === null || quantity === 1,
  );
  const label = orderInfo.isDeliveryOrder ? MONEY.delivery : MONEY.fees;
  return {
    beside: isExact && beside > 0 ? { label, amount: beside } : null,
    total: data.grandTotal,
    how: howOf(data),
    back: backOf(data),
  };
}

function howOf({ paymentMethod, paymentStatus, payable, grandTotal }: OrderData): string {
  const later = MONEY.later[paymentMethod];
  if (later !== undefined) return later;
  if (paymentStatus !== ORDER_PAID && paymentStatus !== ORDER_CANCELLED) return MONEY.waiting;
  return MONEY.paid(MONEY.methods[paymentMethod] ?? null, payable === grandTotal ? null : euros(payable));
}

/** Where the money was to be taken at the door, there is none to give back. */
function backOf({ paymentMethod, paymentStatus, payable }: OrderData): string | null {
  if (paymentStatus !== ORDER_CANCELLED) return null;
  return paymentMethod in MONEY.later || payable === 0 ? MONEY.nothingTaken : MONEY.back(euros(payable));
}
