import { useCallback, useEffect, useRef } from "react";
import type { CartAction } from "../../shop/cart/action";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { ORDER_SETUP_MODAL } from "../../shop/modalNames";
import { useModal } from "../../ui/modal/useModal";

/** How far adding has come; who adds hears of it. */
export type AddPhase = "choosing" | "sending" | "done" | "failed";

interface Held {
  action: CartAction;
  onPhase: (phase: AddPhase) => void;
}

/** What was chosen before there was a restaurant to order it from; it is added once there is one. */
let held: Held | null = null;

/** Puts something into the order; without a restaurant the set-up comes first (ordering §4). */
export function useAdd(): (action: CartAction, onPhase?: (phase: AddPhase) => void) => void {
  const hasShop = useOrder(({ method }) => method !== null);
  const { open } = useModal(ORDER_SETUP_MODAL);
  return useCallback(
    (action, onPhase = () => {}) => {
      if (hasShop) return void put({ action, onPhase });
      held = { action, onPhase };
      open();
    },
    [hasShop, open],
  );
}

/** Adds what is held when a restaurant has been chosen, and forgets it when the set-up was left without. */
export function useHeldAction(): void {
  const hasShop = useOrder(({ method }) => method !== null);
  const { isOpen } = useModal(ORDER_SETUP_MODAL);
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed || held === null) return;
    const waited = held;
    held = null;
    if (hasShop) void put(waited);
  }, [hasShop, isOpen]);
}

async function put({ action, onPhase }: Held): Promise<void> {
  onPhase("sending");
  try {
    await dispatch(action);
    onPhase("done");
  } catch {
    // What went wrong `shop/errors` has told already.
    onPhase("failed");
  }
}
