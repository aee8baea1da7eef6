/** Where one goes from a set-up that was saved; and what it says before it can be. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../api/testing/server";
import { putOrder } from "../shop/testing/cart";
import { aDelivery } from "../shop/testing/orders";
import OrderSetupModal from "./OrderSetupModal";
import { presetState } from "./preset";
import { aFound, delivering, DELIVERING, ok, open, rows, SEARCH, SHOPS } from "./testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("on the front page one goes on to the menu", async () => {
  const { router } = open({ variant: "inline", isHeard: false, method: aDelivery({ restaurantId: "1" }) });
  await userEvent.click(await screen.findByRole("button", { name: "Siirry ostoksille" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/menu"));
});

describe("over a page", () => {
  const openModal = (state?: object) => {
    putOrder({ method: aDelivery({ restaurantId: "1" }) });
    const summary = { restaurantId: "1", displayName: "Ovelle 1", openForDeliveryStatus: "Open" };
    serve({ [`GET ${SHOPS}/summaries`]: ok([summary]), [DELIVERING]: ok([delivering(1)]) });
    const at = { pathname: "/ravintolat/ovelle-1", hash: "#aloita-tilaus", state };
    const router = createMemoryRouter([{ path: "*", element: <OrderSetupModal /> }], {
      initialEntries: ["/ravintolat", at],
    });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    return router;
  };
  const save = async () => userEvent.click(await screen.findByRole("button", { name: "Tallenna valinnat" }));
  const place = ({ state: { location } }: ReturnType<typeof openModal>) => location.pathname + location.hash;

  test("one stays on it", async () => {
    const router = openModal();
    await save();
    await waitFor(() => expect(place(router)).toBe("/ravintolat/ovelle-1"));
  });

  test("who began with a restaurant goes on to its menu, and back to where they were before", async () => {
    const router = openModal(presetState({ restaurantId: "1", displayName: "Ovelle 1" }));
    await save();
    await waitFor(() => expect(place(router)).toBe("/menu"));
    await router.navigate(-1);
    expect(place(router)).not.toContain("#aloita-tilaus");
  });
});

test("a time that the restaurant does not offer gives way to its first, and both are said", async () => {
  const wanted = "2100-11-25 20:30";
  const days = [{ date: "2100-11-25", times: ["2100-11-25 19:45", "2100-11-25 20:00"] }];
  open({
    method: aDelivery({ restaurantId: "1", preorderTime: wanted }),
    answers: {
      [`GET ${SHOPS}/1/preorder-days?orderType=delivery`]: ok({ days }),
      [`${DELIVERING}&preOrderTime=2100-11-25+20%3A30`]: ok([delivering(1)]),
      [`${DELIVERING}&preOrderTime=2100-11-25+19%3A45`]: ok([delivering(1)]),
    },
  });
  const words = "20.30 ei käy tässä ravintolassa. Ensimmäinen aika on 19.45.";
  expect(await screen.findByText(words)).toHaveAttribute("role", "status");
});

test("a restaurant that one came with is not forgotten while there is no address", async () => {
  open({ method: aDelivery({ restaurantId: "3", address: null }) });
  expect(await screen.findByText("Ovelle 3 on valittu, jos se kuljettaa osoitteeseesi.")).toBeVisible();
});

describe("what could not be fetched is there after another try:", () => {
  const retry = async () => userEvent.click(await screen.findByRole("button", { name: "Yritä uudelleen" }));

  test("the restaurants of a search", async () => {
    open({ at: "/?nouto", answers: { [SEARCH]: [{ status: 503 }, ok([aFound(1)])] } });
    await retry();
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  test("the whole chain", async () => {
    const summary = { restaurantId: "1", displayName: "Ovelle 1", openForDeliveryStatus: "Open" };
    open({ answers: { [`GET ${SHOPS}/summaries`]: [{ status: 503 }, ok([summary])] } });
    await retry();
    expect(await screen.findByRole("radio", { name: "Kuljetus" })).toBeChecked();
  });
});
