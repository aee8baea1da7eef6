/** Does a thing once the order has a restaurant: at once, or after the set-up over the page was saved. */
import { useCallback, useEffect, useRef } from "react";
import { useOrder } from "../../shop/cart/useCart";
import { ORDER_SETUP_MODAL } from "../../shop/modalNames";
import { useModal } from "../../ui/modal/useModal";

/** Takes what is to be done; a set-up that is closed unsaved forgets it. */
export function useWhenSetUp(): (action: () => void) => void {
  const hasMethod = useOrder(({ method }) => method !== null);
  const { isOpen, open } = useModal(ORDER_SETUP_MODAL);
  const waiting = useRef<(() => void) | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const action = waiting.current;
    if (!hasClosed || action === null) return;
    waiting.current = null;
    if (hasMethod) action();
  }, [hasMethod, isOpen]);
  return useCallback(
    (action) => {
      if (hasMethod) return action();
      waiting.current = action;
      open();
    },
    [hasMethod, open],
  );
}
