import { Car, type LucideIcon, ShoppingBag, Utensils } from "lucide-react";
import type { OrderType } from "../api/wire";

const SIGNS: Record<OrderType, LucideIcon> = { delivery: Car, pickup: ShoppingBag, eatin: Utensils };

/** How one comes by what was ordered, as a sign beside its word. */
export function OrderTypeSign({ type, size }: { type: OrderType; size: number }) {
  const Sign = SIGNS[type];
  return <Sign size={size} strokeWidth={1.75} aria-hidden="true" />;
}
