import { useEffect, useRef } from "react";

/** Tells which row of the list got the focus, and when the list lost it. */
interface FocusKept {
  came(orderId: string | undefined): void;
  left(): void;
}

/**
 * A row that had the focus keeps it when it comes to stand in another part of the list, and hands it to the one in its
 * place when it leaves: the focus must not fall out of the list because an order was delivered.
 */
export function useFocusKept(orderIds: readonly string[], moveTo: (orderId: string) => void): FocusKept {
  const focused = useRef<{ orderId: string; place: number } | null>(null);
  useEffect(() => {
    if (focused.current === null) return;
    const place = orderIds.indexOf(focused.current.orderId);
    if (place !== -1) focused.current.place = place;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const next = orderIds[Math.min(focused.current.place, orderIds.length - 1)];
    // Not while React is still at work on this list.
    if (next !== undefined) queueMicrotask(() => moveTo(next));
  });
  return {
    came(orderId) {
      focused.current = orderId === undefined ? null : { orderId, place: orderIds.indexOf(orderId) };
    },
    left() {
      focused.current = null;
    },
  };
}
