/** What is said of a press on the button that led nowhere else. */
import type { ApiError } from "../../api/client";
import { euros } from "../../lib/money";
import type { Checkout } from "../../shop/checkout/useCheckout";
import { SEND } from "./texts";

/** The sentence, and what to do; `null` where the page is left. */
export function wordsOf(
  outcome: NonNullable<Checkout["outcome"]>,
): { text: string; more: string | null } | null {
  switch (outcome.type) {
    case "redirect":
      return null;
    case "received":
      return say(SEND.received);
    case "received-earlier":
      return say(SEND.receivedEarlier);
    case "too-soon":
      return say(SEND.tooSoon, SEND.tooSoonNext);
    case "invalid":
      return say(SEND.invalid);
    case "price-changed":
      if (outcome.giftCardHold !== undefined) return say(SEND.cardHoldsLess(euros(outcome.giftCardHold)));
      return outcome.grandTotal === null
        ? say(SEND.changed)
        : say(SEND.priceChanged(euros(outcome.grandTotal)));
    case "changed":
      return say(SEND.changed);
    case "unchecked":
      return say(SEND.unchecked);
    case "unknown-restaurant":
      return say(SEND.unknownRestaurant);
    case "away":
      return say(SEND.away);
    case "unsure":
      return say(SEND.unsure);
    case "not-paid":
      return say(SEND.notPaid, SEND.tryOther);
    case "refused":
      return say(serversWords(outcome.error) ?? SEND.failed);
  }
}

/** What the server says of it; nothing where the answer is not its own (CK-20). */
function serversWords({ code, message }: ApiError): string | null {
  return code === "network/unknown" || message === "" ? null : message;
}

function say(text: string, more: string | null = null) {
  return { text, more };
}
