// @vitest-environment node
import { expect, test } from "vitest";
import { prizeKindOf } from "./kinds";

// spec: LO-34, LO-35
test("each type has its drawing under both its names, and what nobody knows is a discount", () => {
  const names = [
    "freeIceCream",
    "ice cream",
    "giftCard10",
    "money 5",
    "freeJaffaLemonade",
    "free delivery 40",
  ];
  expect(names.map(prizeKindOf)).toEqual(["iceCream", "iceCream", "gift", "gift", "drink", "delivery"]);
  expect(["discount", "freeSauna"].map(prizeKindOf)).toEqual(["discount", "discount"]);
});
