/** Placing the order from a page: one press at a time, and what came of the last one. */
import { useEffect, useState } from "react";
import { currentOrder } from "../cart/useCart";
import { showHeld, usedGiftCard } from "./giftCard";
import { type Outcome, placeOrder } from "./place";
import { checkoutPorts, wantedOf } from "./realPorts";

/** What the page shows of placing. */
export interface Checkout {
  isSending: boolean;
  /** What came of the last press; `null` before it, and while another is under way. */
  outcome: Outcome | { type: "unknown-restaurant" } | null;
  /** Places the order as it is shown now. */
  submit(): Promise<void>;
}

/** Places what is in the cart at a restaurant; `leave` is told where to go. */
export function useCheckout(shopExternalId: string | null, leave: (outcome: Outcome) => void): Checkout {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Checkout["outcome"]>(null);

  useEffect(() => {
    // A page that the browser kept comes back as it was left: on its way to the provider.
    const back = ({ persisted }: PageTransitionEvent) => persisted && setSending(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);

  async function submit() {
    if (isSending) return;
    if (shopExternalId === null) return setOutcome({ type: "unknown-restaurant" });
    const order = currentOrder();
    const seen = wantedOf(order, usedGiftCard(order.paymentMethod), shopExternalId);
    if (!seen) return;
    setSending(true);
    setOutcome(null);
    try {
      const came = await placeOrder(checkoutPorts(seen.shopExternalId), seen);
      setOutcome(came);
      if (came.type === "price-changed" && came.giftCardHold !== undefined) showHeld(came.giftCardHold);
      leave(came);
      // The page of the provider is on its way: nobody presses again meanwhile.
      if (came.type === "redirect") return;
      setSending(false);
    } catch (error) {
      setSending(false);
      throw error;
    }
  }

  return { isSending, outcome, submit };
}
