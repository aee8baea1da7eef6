// @vitest-environment node
import { expect, test } from "vitest";
import type { CartMessage, PricedCart } from "../../api/wire";
import { aDelivery, aMessage, anOrder, aMethod, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "./body";
import type { Order } from "./order";
import { applyVerdict } from "./verdict";

const NOW = Date.parse("2026-11-27T10:00:00Z");
const two = [orderItem(), orderItem({ uuid: "b", productId: "3002", name: "Kolmen juuston" })];

function judged(order: Order, change: (priced: PricedCart) => Partial<PricedCart> = () => ({})) {
  const body = cartBodyOf(order);
  if (!body) throw new Error("no restaurant");
  const priced = pricedCart(body);
  return applyVerdict(order, { ...priced, ...change(priced) }, NOW);
}

const faults = (...messages: CartMessage[]) => ({ validationResult: { isValid: false, messages } });
const without = (uuid: string) => (priced: PricedCart) =>
  priced.orderItems.filter((line) => line.uuid !== uuid);

// spec: PR-13, PR-19
test("without a fault, the order is as it was, and priced", () => {
  const order = anOrder({ items: two });
  const { order: after, problems, isFaulty } = judged(order);
  expect(after).toMatchObject({ isPriced: true, priced: { isLunchTime: false, deliveryServiceFee: 0 } });
  expect(after.items.map(({ uuid, unitPrice }) => [uuid, unitPrice])).toEqual([
    ["a", 10],
    ["b", 10],
  ]);
  expect(problems).toEqual([]);
  expect(isFaulty).toBe(false);
});

test("a line of which the server says nothing new is the same line", () => {
  const order = anOrder({ items: two });
  const { order: once } = judged(order);
  expect(judged(once).order.items.every((item, at) => item === once.items[at])).toBe(true);
});

// spec: PR-15, PR-16, PR-25, ER-20, ER-31
test("what the server has no more goes, with its message and its name", () => {
  const gone = aMessage("product/not-found", 0, "b", null);
  const { order, problems, isFaulty } = judged(anOrder({ items: two }), (priced) => ({
    ...faults(gone),
    orderItems: without("b")(priced),
  }));
  expect(order.items.map(({ uuid }) => uuid)).toEqual(["a"]);
  expect(problems).toMatchObject([
    { messageCode: "product/not-found", metadata: { invalidOrderNames: ["Kolmen juuston"] } },
  ]);
  expect(isFaulty).toBe(true);
});

// spec: PR-16, ER-19, ER-31
test("what the server leaves out without a word goes too, and that is said", () => {
  const { order, problems } = judged(anOrder({ items: two }), (priced) => ({
    orderItems: without("a")(priced),
  }));
  expect(order.items.map(({ uuid }) => uuid)).toEqual(["b"]);
  expect(problems).toMatchObject([
    { messageCode: "order-item-gone", message: "Virhe: Tuote Margareta poistettu korista" },
  ]);
});

// spec: PR-14, PR-21
test("lines and codes that were never sent are passed over, and that is said", () => {
  const { order, problems } = judged(anOrder(), (priced) => ({
    orderItems: [...priced.orderItems, ...priced.orderItems.map((line) => ({ ...line, uuid: "z" }))],
    promotionCodes: ["muu"],
  }));
  expect(order.items).toHaveLength(1);
  expect(order.promotionCodes).toEqual([]);
  expect(problems.map(({ messageCode }) => messageCode)).toEqual([
    "order-item-unexpected",
    "promotion-code/unexpected",
  ]);
});

test("codes stand as the server spells them", () => {
  const order = anOrder({ promotionCodes: ["ke-sa5", "pari"] });
  const { order: after } = judged(order, () => ({ promotionCodes: ["kesa5", "pari"] }));
  expect(after.promotionCodes).toEqual(["kesa5", "pari"]);
  const { order: fewer } = judged(order, () => ({ promotionCodes: ["ke-sa5"] }));
  expect(fewer.promotionCodes).toEqual(["ke-sa5"]);
  expect(judged(order).order.promotionCodes).toBe(order.promotionCodes);
});

// spec: PR-17
test("the server's quantity counts", () => {
  const { order } = judged(anOrder({ items: [orderItem({ quantity: 3 })] }), ({ orderItems }) => ({
    orderItems: orderItems.map((line) => ({ ...line, quantity: 1 })),
  }));
  expect(order.items[0]?.quantity).toBe(1);
});

// spec: PR-18, ER-32
test("what comes back with something else on it is taken out", () => {
  const dose = {
    ingredientId: "1301",
    quantity: 2,
    name: "Kinkku",
    categoryId: "toppings",
    recipeQuantity: 1,
  };
  const order = anOrder({ items: [orderItem({ ingredients: [dose] })] });
  expect(judged(order).order.items).toHaveLength(1);
  const { order: after, problems } = judged(order, ({ orderItems }) => ({
    orderItems: orderItems.map((line) => ({ ...line, ingredients: [] })),
  }));
  expect(after.items).toEqual([]);
  expect(problems[0]?.message).toBe('Tapahtui virhe. Tuote "Margareta" poistettu ostoskorista.');
});

// spec: PR-20
test("a combo whose code has gone is a combo no more", () => {
  const item = orderItem({ comboId: "c", comboCampaignCode: "pari" });
  const { order } = judged(anOrder({ items: [item], promotionCodes: ["pari"] }), ({ orderItems }) => ({
    orderItems: orderItems.map((line) => ({ ...line, comboId: null, comboCampaignCode: null })),
    promotionCodes: [],
  }));
  expect(order).toMatchObject({ promotionCodes: [], items: [{ comboId: null, comboCampaignCode: null }] });
});

// spec: PR-22, PR-23
test("restaurant and time are chosen anew where there is no such preorder, or its time has passed", () => {
  const delivery = aDelivery({ preorderTime: "2026-11-27 18:30" });
  const order = anOrder({ method: delivery });
  const says = (code: "preorder/not-available" | "preorder/too-soon") => () => faults(aMessage(code, 1));
  expect(judged(order, says("preorder/not-available")).order).toMatchObject({
    method: null,
    contact: { address: null },
    isPriced: false,
  });
  expect(judged(order, says("preorder/too-soon")).order.method).toEqual(delivery);
  const past = anOrder({ method: aMethod({ preorderTime: "2026-11-27 11:45" }) });
  expect(judged(past, says("preorder/too-soon")).order.method).toBeNull();
});

// spec: PR-24
test("a campaign that does not hold yet is no problem of the order", () => {
  const { problems, isFaulty } = judged(anOrder(), () => ({
    notApplicableCampaigns: [
      {
        campaignId: "ovelle25",
        campaignName: "Ilmainen kuljetus",
        promotionCode: null,
        messageCode: "campaign/minimum-order",
        message: "",
        displayKind: 2,
        metadata: {},
      },
    ],
  }));
  expect(problems).toEqual([]);
  expect(isFaulty).toBe(false);
});

// spec: ER-22
test("of what was sent wrongly, how much of what is told", () => {
  const message = aMessage("product/incorrect", 0, "b", "Kolmen juuston");
  const { problems } = judged(anOrder({ items: two }), () => faults(message));
  expect(problems[0]?.metadata.invalidOrderNames).toEqual(["1 × Kolmen juuston"]);
});

// spec: ER-02
test("a dialog is raised once for a line that stays as it is, a bar as long as it holds", () => {
  const messages = [aMessage("product/out-of-stock", 0, "a", "Margareta"), aMessage("shop/offline", 1)];
  const first = judged(anOrder(), () => faults(...messages));
  expect(first.problems.map(({ messageCode }) => messageCode)).toEqual([
    "product/out-of-stock",
    "shop/offline",
  ]);
  const second = judged(first.order, () => faults(...messages));
  expect(second.problems.map(({ messageCode }) => messageCode)).toEqual(["shop/offline"]);
});

// spec: PR-10
test("a fee that is held no more is asked for anew", () => {
  const order = anOrder({ method: aDelivery(), deliveryPriceToken: "old" });
  const { order: after, wantsToken } = judged(order, () =>
    faults(aMessage("delivery/price-token-expired", 2)),
  );
  expect(wantsToken).toBe(true);
  expect(after).toMatchObject({ deliveryPriceToken: null, isPriced: false });
});
