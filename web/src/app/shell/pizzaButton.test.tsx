/** The favourite order at a press. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../api/testing/server";
import type { User } from "../../api/wire";
import { productOf } from "../../products/editor/testing/menu";
import { aUser, CALL_CENTRE_USER, knowing } from "../../session/testing/people";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { pastItem } from "../../shop/testing/reorder";
import { Header } from "./Header";

beforeEach(() => {
  localStorage.clear();
  putOrder();
});
afterEach(() => vi.unstubAllGlobals());

const FAVOURITE = "Suosikkitilaus koriin";

function open(user: User | null, ...orderItems: ReturnType<typeof pastItem>[]) {
  serve({
    "GET /api/commerce/v2/customers/orders/10001": {
      status: 200,
      body: [{ orderId: "10001", orderPlacedAt: "2026-11-27T16:30:00Z", shoppingCartPrice: { orderItems } }],
    },
    "GET /api/commerce/v2/products/3001?sizeId=101&ingredients=1305": {
      status: 200,
      body: productOf("3001", "101"),
    },
    "GET /api/commerce/v2/products/3205?sizeId=101": { status: 200, body: productOf("3205", "101") },
  });
  const router = createMemoryRouter([{ path: "*", element: <Header /> }], { initialEntries: ["/menu"] });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

// spec: RO-15, RO-16
describe("the favourite order", () => {
  test("comes into the cart at one press, each item of it, and one is led there", async () => {
    const ratapiha = pastItem({
      uuid: "2",
      productId: "3205",
      name: "Ratapiha",
      quantity: 1,
      ingredients: [],
    });
    const router = open(aUser({ favouriteOrderId: "10001" }), pastItem(), ratapiha);
    const header = within(await screen.findByRole("banner"));
    const button = await header.findByRole("button", { name: FAVOURITE });
    fireEvent.click(button);
    expect(button).toHaveAttribute("aria-disabled", "true");
    // Whoever presses again meanwhile does not order twice.
    fireEvent.click(button);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/ostoskori"));
    await vi.waitFor(() => expect(button).toHaveAttribute("aria-disabled", "false"));
    expect(currentOrder().items).toMatchObject([
      { productId: "3001", sizeId: "101", quantity: 2 },
      { productId: "3205", sizeId: "101", quantity: 1 },
    ]);
  });

  test("of which something is dropped fills the cart, and one stays", async () => {
    const gone = pastItem({ uuid: "2", inactive: true });
    const router = open(aUser({ favouriteOrderId: "10001" }), pastItem(), gone);
    await userEvent.click(await screen.findByRole("button", { name: FAVOURITE }));
    await vi.waitFor(() => expect(currentOrder().items).toHaveLength(1));
    expect(router.state.location.pathname).toBe("/menu");
  });

  test("is chosen first by who has none", async () => {
    open(aUser());
    expect(await screen.findByRole("link", { name: "Valitse suosikkitilaus" })).toHaveAttribute(
      "href",
      "/asiakastili/tilaushistoria",
    );
  });

  test.each([
    ["a guest", null],
    ["the call centre", CALL_CENTRE_USER],
  ])("is none of %s", async (_, user) => {
    open(user);
    await screen.findByRole("banner");
    await vi.dynamicImportSettled();
    expect(screen.queryByRole("button", { name: FAVOURITE })).toBeNull();
    expect(screen.queryByRole("link", { name: "Valitse suosikkitilaus" })).toBeNull();
  });
});
