/** The slices that a cart brings: told to members alone. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aUser } from "../../session/testing/people";
import { pricedCart } from "../../shop/testing/orders";
import { open, priced, withFreshCheckout } from "./testing/cartPage";

withFreshCheckout();
afterEach(() => vi.unstubAllGlobals());

const COUNT = "POST /api/loyalty/getCartSlices";
const words = /^Tästä tilauksesta saat 2\sslaissia\.$/;
const member = aUser({ subscribedToLoyalty: true });
/** The cart as it is priced. */
const withLines = {
  priced: {
    ...priced,
    orderItems: pricedCart({ orderItems: [{ productId: "3001", sizeId: "101", uuid: "a", quantity: 2 }] })
      .orderItems,
  },
};
const two = { [COUNT]: { status: 200, body: { slices: 2 } } };

// spec: CA-72, CA-73
test("a member is told what the cart brings; what is sent says which units and at what price", async () => {
  const asked = open(withLines, { user: member, more: two });
  expect(await screen.findByText(words)).toBeVisible();
  const counted = asked.find(({ call }) => call === COUNT);
  expect(counted?.body).toMatchObject({
    orderItems: [{ productId: "3001", sizeId: "101", quantity: 2, discountedPrice: 20 }],
  });
});

test.each([
  ["one of two is free", { discount: 10, discountedProductQuantity: 1, discountedPrice: 10 }, 1],
  ["both are half the price", { discount: 10, discountedProductQuantity: 2, discountedPrice: 10 }, 2],
  ["one is a little cheaper", { discount: 2.5, discountedProductQuantity: 1, discountedPrice: 17.5 }, 2],
])("what is free is not counted: %s", async (_, change, quantity) => {
  const { orderItems } = withLines.priced;
  const lines = orderItems.map((item) => ({ ...item, itemPrice: 10, ...change }));
  const asked = open({ priced: { ...priced, orderItems: lines } }, { user: member, more: two });
  expect(await screen.findByText(words)).toBeVisible();
  expect(asked.find(({ call }) => call === COUNT)?.body).toMatchObject({ orderItems: [{ quantity }] });
});

// spec: CA-72
test("a guest, and who is no member, is not", async () => {
  for (const user of [undefined, aUser()]) {
    const asked = open(withLines, { ...(user && { user }), more: two });
    expect(await screen.findByRole("region", { name: "Kruunaa tilaus" })).toBeVisible();
    expect(asked.map(({ call }) => call)).not.toContain(COUNT);
    cleanup();
  }
});
