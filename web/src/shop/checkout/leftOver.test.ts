import { expect, test } from "vitest";
import { orderItem } from "../testing/orders";
import { leftOver, type SentLine } from "./leftOver";

const dose = { ingredientId: "1301", quantity: 1, name: "Kinkku", categoryId: "toppings", recipeQuantity: 0 };
const plain = orderItem({ uuid: "a", quantity: 2 });
const own = orderItem({ uuid: "a", ingredients: [dose] });

function sent(item: typeof plain, change: Partial<SentLine> = {}): SentLine[] {
  const { uuid, productId, sizeId, quantity, ingredients } = item;
  return [
    {
      uuid,
      productId,
      sizeId,
      quantity,
      ingredients: ingredients?.map(({ ingredientId, quantity: doses }) => ({
        ingredientId,
        quantity: doses,
      })),
      ...change,
    } as SentLine,
  ];
}

test("of a line that was ordered as it is nothing is left", () => {
  expect(leftOver(plain, sent(plain))).toBe(0);
  expect(leftOver(own, sent(own))).toBe(0);
});

test("what was added to it since is left, and less than nothing never", () => {
  expect(leftOver(plain, sent(plain, { quantity: 1 }))).toBe(1);
  expect(leftOver(plain, sent(plain, { quantity: 5 }))).toBe(0);
});

test("what was not ordered, or was changed since into something else, stays whole", () => {
  expect(leftOver(plain, sent(plain, { uuid: "b" }))).toBe(2);
  expect(leftOver(plain, sent(plain, { sizeId: "102" }))).toBe(2);
  expect(leftOver(plain, sent(plain, { productId: "4711" }))).toBe(2);
  expect(leftOver(own, sent(own, { ingredients: [{ ingredientId: "1302", quantity: 1 }] }))).toBe(1);
  expect(leftOver(own, sent(own, { ingredients: null }))).toBe(1);
});
