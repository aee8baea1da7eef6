/** What brings a guest to an account, and a customer to the loyalty programme, wherever one orders. */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../api/testing/server";
import type { CrossSellOption, User } from "../api/wire";
import { menuWith, open, priced, withFreshCheckout } from "../features/checkout/testing/cartPage";
import { SignIn } from "../features/sign-in/pages";
import { IDENTITY } from "../features/sign-in/testing/open";
import { aDrink } from "../products/testing/aProduct";
import { aUser, knowing } from "../session/testing/people";
import { NOBODY } from "../session/userSession";

withFreshCheckout();
afterEach(() => vi.unstubAllGlobals());

const SLICES = "Kerrytä slaisseja: joka yhdeksännestä saat pizzan.";
const size = { productSizeID: "302", name: "0,5 l", calculatedPrice: 3.7, isOutOfStock: false };
const jaffa = aDrink({ productId: "3704", name: "Jaffa-limonadi", productSizes: [size] });
const benefit: CrossSellOption = {
  campaignId: "joukot",
  campaignName: "Juoma kaupan päälle",
  amount: 3.7,
  applicableToSizes: ["302"],
  applicableProducts: ["3704"],
  defaultProductId: "3704",
  requiresRegisteredUser: true,
  remaining: 1,
};

/** The cart of somebody, with a member's benefit beside it. */
async function cartOf(user: User | null) {
  const menu = menuWith(jaffa);
  open({ priced: { ...priced, crossSellOptionDetails: [benefit] } }, user ? { ...menu, user } : menu);
  await screen.findByText("Jaffa-limonadi");
}
const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

// spec: SH-30
test("a guest is told what the programme brings while they order; a member is not", async () => {
  await cartOf(null);
  expect(screen.getByText(SLICES)).toBeVisible();
  expect(screen.getByRole("link", { name: "Kirjaudu ja hyödynnä etu" })).toBeVisible();
  cleanup();
  await cartOf(aUser({ subscribedToLoyalty: true }));
  expect(screen.queryByText(SLICES)).toBeNull();
  expect(screen.queryByRole("link", { name: /etu$|Kotijoukkoihin$/ })).toBeNull();
});

// spec: SH-31
test("what one could have leads to the door, to an account, and to joining", async () => {
  await cartOf(null);
  expect(hrefOf("Kirjaudu ja hyödynnä etu")).toBe("/kirjaudu");
  cleanup();
  await cartOf(aUser());
  expect(hrefOf("Liity Kotijoukkoihin")).toBe("/rekisteroidy/syntymaaika");
  cleanup();
  serve(IDENTITY);
  const router = createMemoryRouter([{ path: "*", element: <SignIn /> }], { initialEntries: ["/kirjaudu"] });
  render(
    <QueryClientProvider client={knowing(NOBODY)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(hrefOf("Rekisteröidy")).toBe("/rekisteroidy"));
});
