// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { aDelivery, anAddress, anOrder, newItem, orderItem, pricedCart } from "../testing/orders";
import { cartBodyOf } from "./body";
import { NEW_ORDER, type Order } from "./order";
import { keepOrder, keptOrder, ORDER_KEY, readOrder } from "./storage";

beforeEach(() => localStorage.clear());

/** All that an order can hold. */
function wholeOrder(): Order {
  const items = [
    orderItem({
      ingredients: [
        {
          ingredientId: "1301",
          quantity: 2,
          addedFrom: "extra",
          name: "Kinkku",
          categoryId: "toppings",
          recipeQuantity: 1,
        },
      ],
    }),
    { ...newItem(), uuid: "b", quantity: 1, comboId: "k", comboCampaignCode: "kaverit" },
  ];
  return {
    ...anOrder({ method: aDelivery({ preorderTime: "2026-11-27 18:00" }), items }),
    revision: 7,
    promotionCodes: ["kaverit"],
    contact: {
      name: "Aino",
      phone: "040 123 4567",
      email: "aino@example.fi",
      address: anAddress({ extraInfo: "Ovikoodi 1234" }),
      requireAddressDetails: true,
      deliveryDistance: 1.2,
    },
    additionalInfo: "Soita, älä koputa",
    paymentMethod: "ebanking_FI",
    paymentOption: "nordea",
    deliveryWithoutPackaging: true,
    emailMarketingPermission: true,
    smsMarketingPermission: true,
    avoidAllergens: ["milk"],
    deliveryPriceToken: "t",
    deliveryPriceExpiresAt: "2026-11-27T16:00:00Z",
    heldDeliveryFee: 6.9,
    hasPhoneOrderFee: false,
    priced: pricedCart({
      orderItems: items.map(({ uuid, productId, sizeId, quantity }) => ({
        uuid,
        productId,
        sizeId,
        quantity,
      })),
    }),
    isPriced: true,
  };
}

// spec: CA-18
test("an order is kept whole, from the lines with their combos to who may be sent offers", () => {
  keepOrder(wholeOrder());
  expect(keptOrder()).toEqual(wholeOrder());
});

// spec: CK-32, CK-33
test("what a person says of themselves and allows is sent with the order, the time as Helsinki's wall has it", () => {
  expect(cartBodyOf(wholeOrder())).toMatchObject({
    preOrderTime: "2026-11-27 18:00",
    shippingInstruction: "Soita, älä koputa",
    deliveryContact: {
      firstName: "Aino",
      phoneNumber: "040 123 4567",
      email: "aino@example.fi",
      street: "Liisankatu 12",
      apartmentNumber: "B 7",
      postalCode: "00170",
      city: "Helsinki",
      emailMarketingPermission: true,
      smsMarketingPermission: true,
    },
  });
});

// spec: CA-18
test.each([
  ["of another version", JSON.stringify({ ...NEW_ORDER, version: 16 }), "foreign-version"],
  ["that is no order", JSON.stringify({ version: 17, items: "none" }), "nothing"],
  ["with a line that is none", JSON.stringify({ ...NEW_ORDER, items: [null] }), "nothing"],
  ["that is no text of ours", "{", "nothing"],
  ["that is words", '"order"', "nothing"],
  ["that is a number", "17", "nothing"],
  ["that is not there", null, "nothing"],
])("what is kept %s is not read", (_, text, type) => {
  expect(readOrder(text)).toEqual({ type });
  if (text !== null) localStorage.setItem(ORDER_KEY, text);
  expect(keptOrder()).toBeNull();
});
