import { expect, test } from "vitest";
import { orderItem, pricedCart } from "../../shop/testing/orders";
import { NEW_ORDER } from "../../shop/cart/order";
import { groupsOf } from "./lineView";

const dose = (name: string, quantity: number, recipeQuantity: number) => ({
  ingredientId: name,
  name,
  quantity,
  recipeQuantity,
  categoryId: "toppings",
});

// The server's answer lists what is on a line alone.
test("what was left out stands on the line before and after it is priced", () => {
  const ingredients = [dose("Pepperoni", 2, 1), dose("Jalapeno", 0, 1)];
  const items = [orderItem({ ingredients })];
  const priced = pricedCart({ orderItems: [{ ...items[0], ingredients: [] }] as never });
  const [line] = priced.orderItems;
  if (!line) throw new Error("one line was given");
  line.ingredients = [{ ...dose("Pepperoni", 2, 1), price: 1.4, displayOrder: 1, addedFrom: null }];
  const views = [
    { ...NEW_ORDER, items },
    { ...NEW_ORDER, items, priced },
  ].flatMap((order) => groupsOf(order));
  expect(views).toMatchObject([
    { line: { added: ["Pepperoni"], removed: ["Jalapeno"] } },
    { line: { added: ["Pepperoni"], removed: ["Jalapeno"] } },
  ]);
});
