/** What must still be said before the order can be sent, in words. */
import { useOrder } from "../../shop/cart/useCart";
import type { ContactFaults, ContactField } from "../../shop/checkout/contactRules";
import { GIFT_CARD, useGiftCard } from "../../shop/checkout/giftCard";
import { FIELD_NAMES, METHODS, SEND } from "./texts";

const BANK = "ebanking_FI";
const FIELDS: readonly ContactField[] = ["name", "phone", "email", "address"];

export interface Missing {
  /** All of it, with what is wrong with the contact. */
  of(faults: ContactFaults): string[];
  /** What is missing of the payment, as a sentence. */
  method: string | null;
}

export function useMissing(): Missing {
  const { method, option } = useOrder(({ paymentMethod, paymentOption }) => ({
    method: paymentMethod,
    option: paymentOption,
  }));
  const { isUsed, card } = useGiftCard();
  const hasCard = card.number.trim() !== "" && card.pin.trim() !== "";
  const payment = paymentMissing(method, option, (isUsed || method === GIFT_CARD) && !hasCard);
  return {
    of: (faults) => [
      ...FIELDS.filter((field) => faults[field] !== undefined).map((field) => FIELD_NAMES[field]),
      ...(payment ? [payment.word] : []),
    ],
    method: payment?.sentence ?? null,
  };
}

function paymentMissing(method: string | null, option: string | null, isCardMissing: boolean) {
  if (method === null) return { word: SEND.method, sentence: METHODS.required };
  if (method === BANK && option === null) return { word: SEND.bank, sentence: METHODS.bankRequired };
  return isCardMissing ? { word: SEND.giftCard, sentence: METHODS.cardRequired } : null;
}
