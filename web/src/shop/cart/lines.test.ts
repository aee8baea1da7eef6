/** How many there are of a line, and of all together. */
import { expect, test } from "vitest";
import { anOrder, newItem, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "./body";
import { addItem, withQuantity } from "./items";
import { NEW_ORDER } from "./order";
import { totalsOf } from "./useCart";

const two = [orderItem({ uuid: "a" }), orderItem({ uuid: "b", productId: "3002" })];
const counts = (items: ReturnType<typeof withQuantity>) =>
  items.map(({ uuid, quantity }) => [uuid, quantity]);

test("one line is counted anew and the others stay; at nought it goes, and ninety-nine are the most", () => {
  const counted = (quantity: number) => counts(withQuantity(two, "a", () => quantity));
  expect(counted(2)).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(counted(0)).toEqual([["b", 1]]);
  expect(counted(99)[0]).toEqual(["a", 99]);
  expect(counted(100)[0]).toEqual(["a", 99]);
});

test("of what is added there is one at least, and ninety-nine at most", () => {
  const added = (quantity: number) => addItem(anOrder({ items: [] }), newItem(), quantity, "n").items ?? [];
  expect([0, 1, 99, 100].map((quantity) => added(quantity)[0]?.quantity)).toEqual([1, 1, 99, 99]);
});

test("the cart's button counts what is in it, and says the server's price while it is that of the cart", () => {
  const order = anOrder({ items: [orderItem({ quantity: 3 }), orderItem({ uuid: "b", quantity: 2 })] });
  const priced = pricedCart(cartBodyOf(order) ?? { orderItems: [] });
  expect(totalsOf({ ...order, priced, isPriced: true })).toEqual({ count: 5, total: 50, isPending: false });
  expect(totalsOf({ ...order, priced, isPriced: false })).toEqual({ count: 5, total: 50, isPending: true });
  expect(totalsOf(order)).toEqual({ count: 5, total: null, isPending: true });
  // Without a restaurant nobody is asked, so nothing is awaited.
  expect(totalsOf({ ...order, method: null })).toEqual({ count: 5, total: null, isPending: false });
  expect(totalsOf({ ...order, items: [] })).toEqual({ count: 0, total: 0, isPending: false });
});

test("who begins an order has agreed to no advertisement, and said nothing yet", () => {
  expect(NEW_ORDER).toMatchObject({ emailMarketingPermission: false, smsMarketingPermission: false });
  expect(NEW_ORDER).toMatchObject({ items: [], promotionCodes: [], additionalInfo: "", method: null });
});
