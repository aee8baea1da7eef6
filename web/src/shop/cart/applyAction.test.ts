// @vitest-environment node
import { describe, expect, test } from "vitest";
import { aDelivery, aMethod, anAddress, anOrder, newItem, orderItem, pricedCart } from "../testing/orders";
import type { CartAction } from "./action";
import { addressText } from "./addressText";
import { applyAction } from "./applyAction";
import { cartBodyOf } from "./body";
import { NEW_ORDER, type Order, type ShownDose } from "./order";

const does = (order: Order, ...actions: CartAction[]) =>
  actions.reduce((before, action, index) => applyAction(before, action, `new${index}`).order, order);
const quantities = ({ items }: Order) => items.map(({ productId, quantity }) => [productId, quantity]);
const dose = (ingredientId: string, quantity = 1): ShownDose => ({
  ingredientId,
  quantity,
  name: ingredientId,
  categoryId: "toppings",
  recipeQuantity: 1,
});

describe("adding", () => {
  // spec: CA-32
  test("the same thing again is one more of it", () => {
    const order = does(NEW_ORDER, { type: "addItem", item: newItem() }, { type: "addItem", item: newItem() });
    expect(quantities(order)).toEqual([["3001", 2]]);
  });

  // spec: CA-32
  test.each([
    ["size", newItem({ sizeId: "102" })],
    ["product", newItem({ productId: "3002" })],
    ["topping", newItem({ ingredients: [dose("1301")] })],
  ])("another %s is another line", (_, item) => {
    expect(does(anOrder(), { type: "addItem", item }).items).toHaveLength(2);
  });

  // spec: CA-32
  test("what is on it counts, not the order in which it was put there, nor what was taken off", () => {
    const ham = newItem({ ingredients: [dose("1301"), dose("1305", 2), dose("1001", 0)] });
    const same = newItem({ ingredients: [dose("1305"), dose("1301"), dose("1305")] });
    const order = does(NEW_ORDER, { type: "addItem", item: ham }, { type: "addItem", item: same });
    expect(quantities(order)).toEqual([["3001", 2]]);
  });

  // spec: CA-32
  test("what was put together to be just the recipe joins the recipe", () => {
    const body = { orderItems: [{ ...orderItem(), ingredients: [{ ingredientId: "1301", quantity: 1 }] }] };
    const order = anOrder({ priced: pricedCart(body), isPriced: true });
    const built = newItem({ ingredients: [dose("1301")] });
    expect(quantities(does(order, { type: "addItem", item: built }))).toEqual([["3001", 2]]);
  });

  // spec: CA-32, CA-33
  test("what is of a combo is not joined by what is not", () => {
    const combo = orderItem({ comboId: "c", comboCampaignCode: "pari" });
    expect(does(anOrder({ items: [combo] }), { type: "addItem", item: newItem() }).items).toHaveLength(2);
  });

  // spec: CA-40
  test("with a code, the code is there too, once", () => {
    const action: CartAction = { type: "addItemWithCode", item: newItem(), code: "KESÄ 5" };
    const order = does(NEW_ORDER, action, action);
    expect(order.promotionCodes).toEqual(["kesä5"]);
    expect(quantities(order)).toEqual([["3001", 2]]);
  });
});

describe("combos", () => {
  const items = [newItem(), newItem({ productId: "3020", sizeId: "100" })];
  const withCombo = does(anOrder(), { type: "addCombo", code: "Pari", items });
  const comboId = withCombo.items[1]?.comboId ?? "";

  // spec: CA-33
  test("all their items share an id and the code, which is a promotion code too", () => {
    expect(withCombo.promotionCodes).toEqual(["pari"]);
    const parts = withCombo.items.slice(1);
    expect(parts.map((item) => item.comboCampaignCode)).toEqual(["pari", "pari"]);
    expect(new Set(parts.map((item) => item.comboId)).size).toBe(1);
    expect(new Set(withCombo.items.map(({ uuid }) => uuid)).size).toBe(3);
  });

  // spec: CA-34
  test("taken away, nothing of them stays", () => {
    const order = does(withCombo, { type: "removeCombo", comboId });
    expect(order.items).toEqual(anOrder().items);
    expect(order.promotionCodes).toEqual([]);
  });

  // spec: CA-34
  test("the code stays while another combo has it", () => {
    const two = applyAction(withCombo, { type: "addCombo", code: "pari", items }, "second").order;
    expect(does(two, { type: "removeCombo", comboId }).promotionCodes).toEqual(["pari"]);
  });

  // spec: CA-35
  test("put together anew, they stand where they stood", () => {
    const changed = [newItem({ productId: "3002" }), newItem({ productId: "3021", sizeId: "100" })];
    const order = does(
      withCombo,
      { type: "addItem", item: newItem({ productId: "9" }) },
      {
        type: "replaceCombo",
        comboId,
        code: "pari",
        items: changed,
      },
    );
    expect(quantities(order)).toEqual([
      ["3001", 1],
      ["3002", 1],
      ["3021", 1],
      ["9", 1],
    ]);
    expect(order.promotionCodes).toEqual(["pari"]);
  });
});

describe("lines", () => {
  // spec: CA-36, CA-37
  test("more, less, and at nought gone", () => {
    const more = does(anOrder(), { type: "increaseItem", uuid: "a" });
    expect(quantities(more)).toEqual([["3001", 2]]);
    const less = does(more, { type: "decreaseItem", uuid: "a" });
    expect(quantities(less)).toEqual([["3001", 1]]);
    expect(does(less, { type: "decreaseItem", uuid: "a" }).items).toEqual([]);
  });

  // spec: CA-35, CA-38
  test("one is replaced where it stands, or removed", () => {
    const item = newItem({ sizeId: "102" });
    const order = does(anOrder(), { type: "replaceItem", uuid: "a", item, quantity: 3 });
    expect(order.items).toMatchObject([{ uuid: "a", sizeId: "102", quantity: 3 }]);
    expect(does(order, { type: "removeItem", uuid: "a" }).items).toEqual([]);
  });

  // spec: PD-63
  test.each<[string, CartAction]>([
    ["line", { type: "replaceItem", uuid: "gone", item: newItem(), quantity: 1 }],
    ["combo", { type: "replaceCombo", comboId: "gone", code: "pari", items: [newItem()] }],
  ])("a %s that is no more cannot be changed, and that is said", (_, action) => {
    const order = anOrder();
    const { problem, order: after } = applyAction(order, action, "x");
    expect(problem?.message).toBe("Tuotetta ei löytynyt tilauksesta");
    expect(after).toBe(order);
  });

  test("of fifty lines there can be more of each, and one of them another, but no line more", () => {
    const items = Array.from({ length: 50 }, (_, at) => orderItem({ uuid: `${at}`, productId: `${at}` }));
    const full = anOrder({ items });
    const [equal, other] = [newItem({ productId: "7" }), newItem({ productId: "other" })];
    expect(does(full, { type: "addItem", item: equal }).items[7]?.quantity).toBe(2);
    expect(does(full, { type: "replaceItem", uuid: "7", item: other, quantity: 1 }).items).toHaveLength(50);
    for (const action of [
      { type: "addItem", item: other },
      { type: "addCombo", code: "pari", items: [other, other] },
    ] as const) {
      const { problem, order } = applyAction(full, action, "x");
      expect(problem?.message).toBe("Ostoskoriin mahtuu enintään 50 eri tuotetta.");
      expect(order).toBe(full);
    }
  });

  // spec: CA-46
  test("an emptied cart remembers who orders, where and how", () => {
    const order = anOrder({ promotionCodes: ["kesa5"], contact: { ...NEW_ORDER.contact, name: "Aino" } });
    const empty = does(order, { type: "clear" });
    expect(empty).toMatchObject({
      items: [],
      promotionCodes: [],
      method: order.method,
      contact: order.contact,
    });
  });
});

describe("codes", () => {
  // spec: CA-39, CA-58
  test("are written without spaces and in small letters", () => {
    const order = does(anOrder(), { type: "addPromotionCode", code: " KESA 5 " });
    expect(order.promotionCodes).toEqual(["kesa5"]);
    expect(does(order, { type: "removePromotionCode", code: "Kesa5" }).promotionCodes).toEqual([]);
  });

  // spec: CA-59
  test.each(["kesa5", "KESA 5", "ke-sa5"])("%s is there already, and that is said", (code) => {
    const order = anOrder({ promotionCodes: ["kesa5"] });
    const { problem, order: after } = applyAction(order, { type: "addPromotionCode", code }, "x");
    expect(problem?.message).toBe("Kampanjakoodi on jo lisätty");
    expect(after).toBe(order);
  });
});

test("of codes there are five at most, and what is there goes on", () => {
  const order = anOrder({ promotionCodes: ["a", "b", "c", "d", "e"] });
  const { problem, order: after } = applyAction(order, { type: "addPromotionCode", code: "f" }, "x");
  expect(problem?.message).toBe("Tilauksessa voi käyttää enintään viittä kampanjakoodia.");
  expect(after).toBe(order);
  expect(does(order, { type: "addItemWithCode", item: newItem(), code: "E" }).promotionCodes).toHaveLength(5);
});

describe("restaurant and method", () => {
  const delivery = aDelivery({ preorderTime: "2026-11-27 18:30" });
  const order = does(anOrder({ deliveryWithoutPackaging: true, deliveryPriceToken: "old" }), {
    type: "setMethod",
    method: delivery,
  });

  // spec: CA-47, CA-49, CA-50, CA-52, CA-53, CA-54
  test("a delivery has its address, zone and time; packaging and the held fee are chosen anew", () => {
    expect(order).toMatchObject({
      method: delivery,
      deliveryWithoutPackaging: false,
      deliveryPriceToken: null,
    });
    expect(order.contact.address).toEqual(delivery.address);
  });

  // spec: CA-50, CA-52
  test("for anything else the address is forgotten, and without a preorder the time", () => {
    const pickup = does(order, { type: "setMethod", method: aMethod({ address: anAddress() }) });
    expect(pickup.contact.address).toBeNull();
    expect(pickup.method).toMatchObject({ orderType: "pickup", preorderTime: null, address: null });
  });

  test("what the driver should know goes with the order, and stays where nothing is delivered", () => {
    const address = anAddress({ extraInfo: "Ovikoodi 1234" });
    const told = does(order, { type: "setMethod", method: aDelivery({ address }) });
    expect(cartBodyOf(told)?.shippingInstruction).toBe("Ovikoodi 1234");
    const elsewhere = does(told, { type: "setMethod", method: aDelivery({ address: anAddress() }) });
    expect(elsewhere.additionalInfo).toBe("");
    expect(does(told, { type: "setMethod", method: aMethod() }).additionalInfo).toBe("Ovikoodi 1234");
  });

  // spec: CA-51
  test("a distance is kept while it is still the way to go", () => {
    const way = { restaurantId: "12", latitude: 60.1741, longitude: 24.9536, kilometres: 2.4 };
    expect(does(order, { type: "setDistance", ...way }).contact.deliveryDistance).toBe(2.4);
    const other = does(order, { type: "setDistance", ...way, restaurantId: "13" });
    expect(other.contact.deliveryDistance).toBeNull();
  });

  // spec: CA-42
  test("the apartment changes wherever the address is kept", () => {
    const moved = does(order, { type: "setApartment", apartmentNumber: "C 9" });
    expect(moved.contact.address?.apartmentNumber).toBe("C 9");
    expect(moved.method?.address?.apartmentNumber).toBe("C 9");
  });

  // spec: CA-21
  test("the address in one line", () => {
    expect(addressText(anAddress())).toBe("Liisankatu 12 B 7, 00170 Helsinki");
    expect(addressText(anAddress({ apartmentNumber: "" }))).toBe("Liisankatu 12, 00170 Helsinki");
  });
});

// spec: CA-42, CA-43, CA-44, CA-45, CK-32, PR-04
test("all that was said is in the body that is priced and placed", () => {
  const item = orderItem({ ingredients: [{ ...dose("1301", 2), addedFrom: "extra" }], quantity: 2 });
  const order = does(
    anOrder({ method: aDelivery({ preorderTime: "2026-11-27 18:30" }), items: [item] }),
    { type: "setMethod", method: aDelivery({ preorderTime: "2026-11-27 18:30" }) },
    {
      type: "setContact",
      // Copied from somewhere, its spaces do not break.
      contact: { name: "Aino Virtanen", phone: "040\u00a0123\u00a04567", email: "aino@example.fi" },
    },
    { type: "setAdditionalInfo", text: "Ovikoodi 1234" },
    { type: "setPermissions", email: true, sms: false },
    { type: "setPaymentMethod", method: "scheme", option: null },
    { type: "setPhoneOrderFee", wanted: true },
    { type: "setWithoutPackaging", wanted: true },
    { type: "setAvoidAllergens", allergens: ["milk"] },
  );
  expect(cartBodyOf({ ...order, deliveryPriceToken: "token" })).toEqual({
    shopId: "12",
    orderType: "delivery",
    preOrderTime: "2026-11-27 18:30",
    paymentMethod: "scheme",
    promotionCodes: [],
    hasPhoneOrderFee: true,
    deliveryWithoutPackaging: true,
    avoidAllergens: ["milk"],
    deliveryPriceToken: "token",
    shippingInstruction: "Ovikoodi 1234",
    deliveryContact: {
      firstName: "Aino Virtanen",
      lastName: "",
      phoneNumber: "040 123 4567",
      email: "aino@example.fi",
      street: "Liisankatu 12",
      apartmentNumber: "B 7",
      postalCode: "00170",
      city: "Helsinki",
      coordinates: { lat: 60.1741, lng: 24.9536 },
      emailMarketingPermission: true,
      smsMarketingPermission: false,
    },
    orderItems: [
      {
        uuid: "a",
        productId: "3001",
        sizeId: "101",
        quantity: 2,
        comboId: null,
        comboCampaignCode: null,
        addedFrom: "menu",
        ingredients: [{ ingredientId: "1301", quantity: 2, addedFrom: "extra" }],
      },
    ],
  });
});

// spec: CA-28
test("a price stands while nothing that it depends on changes", () => {
  const priced = anOrder({ isPriced: true });
  expect(does(priced, { type: "setContact", contact: { name: "Aino" } }).isPriced).toBe(true);
  expect(does(priced, { type: "setApartment", apartmentNumber: "A 1" }).isPriced).toBe(true);
  expect(does(priced, { type: "increaseItem", uuid: "a" }).isPriced).toBe(false);
  expect(does(priced, { type: "setPaymentMethod", method: "klarna", option: null }).isPriced).toBe(false);
});

// spec: CA-47
test.each<[what: string, change: Parameters<typeof aDelivery>[0]]>([
  ["restaurant", { restaurantId: "13" }],
  ["time", { preorderTime: "2026-11-27 18:30" }],
  ["zone", { zoneId: "12-2" }],
  ["street further north", { address: anAddress({ latitude: 60.2 }) }],
  ["street further east", { address: anAddress({ longitude: 25 }) }],
])("another %s has another price; the same place, however often it is chosen, the same", (_, change) => {
  const method = aDelivery();
  const priced = anOrder({ method, isPriced: true });
  const again = { ...method, address: method.address && { ...method.address } };
  expect(does(priced, { type: "setMethod", method: { ...again, ...change } }).isPriced).toBe(false);
  const same = { ...does(priced, { type: "setMethod", method: again }), isPriced: true };
  expect(does(same, { type: "setMethod", method: { ...again, restaurantName: "Ovelle" } }).isPriced).toBe(
    true,
  );
  expect(does(same, { type: "setMethod", method: aMethod() }).isPriced).toBe(false);
});

test("forgetting who orders leaves what is ordered; a door is forgotten, a counter is not", () => {
  const contact = { ...NEW_ORDER.contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi" };
  const kept = { contact, additionalInfo: "ovikoodi 1234", items: [orderItem()] };
  const toDoor = { ...kept, method: aMethod({ orderType: "delivery", address: anAddress(), zoneId: "z1" }) };
  const forgotten = applyAction(anOrder(toDoor), { type: "forgetPerson" }, "1").order;
  expect(forgotten).toMatchObject({ contact: NEW_ORDER.contact, additionalInfo: "", method: null });
  expect(forgotten.items).toHaveLength(1);
  expect(JSON.stringify(forgotten)).not.toMatch(/Aino|Liisankatu|1234/);
  const toCounter = applyAction(anOrder({ ...kept, method: aMethod() }), { type: "forgetPerson" }, "1").order;
  expect(toCounter).toMatchObject({ contact: NEW_ORDER.contact, method: { restaurantId: "12" } });
});
