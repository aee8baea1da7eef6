/** What a prize or code is drawn as, by its type; the names of older systems lead to the same (LO-34, LO-35). */
export type PrizeKind =
  "pizza" | "drink" | "iceCream" | "candy" | "dip" | "delivery" | "gift" | "again" | "nothing" | "discount";

const KINDS: Readonly<Record<string, PrizeKind>> = {
  freePizza: "pizza",
  pizza: "pizza",
  freeDrink: "drink",
  drink: "drink",
  freeJaffaLemonade: "drink",
  "free Jaffa lemonade": "drink",
  freeIceCream: "iceCream",
  "ice cream": "iceCream",
  freeCandy: "candy",
  candy: "candy",
  freeDip: "dip",
  dip: "dip",
  freeDelivery40: "delivery",
  "free delivery 40": "delivery",
  giftCard1: "gift",
  giftCard5: "gift",
  giftCard10: "gift",
  "money 1": "gift",
  "money 5": "gift",
  "money 10": "gift",
  newSpin: "again",
  spinsCampaign: "again",
  empty: "nothing",
};

/** The kind of a type; what nobody knows is a discount. */
export function prizeKindOf(type: string): PrizeKind {
  return KINDS[type] ?? "discount";
}
