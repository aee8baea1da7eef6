/** The gift card that a person has written down; it stays for the visit, and is kept nowhere: its PIN is money. */
import { create } from "zustand";

/** A gift card. */
export interface GiftCard {
  number: string;
  pin: string;
}

export const NO_CARD: GiftCard = { number: "", pin: "" };

/** Whether it pays, and which. */
interface GiftCardChoice {
  isUsed: boolean;
  card: GiftCard;
}

const useStore = create<GiftCardChoice>()(() => ({ isUsed: false, card: NO_CARD }));

/** What was written down. */
export function useGiftCard(): GiftCardChoice {
  return useStore();
}

export function changeGiftCard(change: Partial<GiftCardChoice>): void {
  useStore.setState(change);
}

/** The card that pays for the order, or for a part of it; `null` where none does. */
export function usedGiftCard(method: string | null): GiftCard | null {
  const { isUsed, card } = useStore.getState();
  if (method !== GIFT_CARD && !isUsed) return null;
  return { number: card.number.replaceAll(/\s/g, ""), pin: card.pin.trim() };
}

/** The method that a gift card is where it pays for all. */
export const GIFT_CARD = "giftcard";
