/** The gift card that a person has written down; it stays for the visit, and is kept nowhere: its PIN is money. */
import { create } from "zustand";

/** A gift card. */
export interface GiftCard {
  number: string;
  pin: string;
}

export const NO_CARD: GiftCard = { number: "", pin: "" };

/** A gift card as it is sent. */
export interface UsedCard extends GiftCard {
  /** What the page has shown that it pays, in euros; `null` while nobody has said it. */
  held: number | null;
}

/** Whether it pays, and which. */
interface GiftCardChoice {
  isUsed: boolean;
  card: GiftCard;
}

const useStore = create<GiftCardChoice & Pick<UsedCard, "held">>()(() => ({
  isUsed: false,
  card: NO_CARD,
  held: null,
}));

/** What was written down. */
export function useGiftCard(): GiftCardChoice {
  return useStore();
}

/** What was said of its money was said of the card as it was. */
export function changeGiftCard(change: Partial<GiftCardChoice>): void {
  useStore.setState({ ...change, held: null });
}

/** The person is shown that it pays so much. */
export function showHeld(held: number): void {
  useStore.setState({ held });
}

/** The card that pays for the order, or for a part of it; `null` where none does. */
export function usedGiftCard(method: string | null): UsedCard | null {
  const { isUsed, card, held } = useStore.getState();
  if (method !== GIFT_CARD && !isUsed) return null;
  return { number: card.number.replaceAll(/\s/g, ""), pin: card.pin.trim(), held };
}

/** The method that a gift card is where it pays for all. */
export const GIFT_CARD = "giftcard";
