/** What an order brings to a card, as who follows it reads it. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../../api/testing/server";
import type { OrderTracking, User } from "../../../api/wire";
import { anOrder } from "../../../live/testing/orders";
import { aUser, knowing } from "../../../session/testing/people";
import { anItem } from "../testing/show";
import { SlicesCard } from "./SlicesCard";

const COUNT = "POST /api/loyalty/getTrackingSlices";
const paid = {
  paymentMethod: "scheme",
  discountDetails: { orderPaymentDetails: { splitPayments: [] } },
};

afterEach(() => vi.unstubAllGlobals());

function show(change: Partial<OrderTracking>, user: User | null = null, answer: Answer = { status: 500 }) {
  const asked = serve({ [COUNT]: answer });
  const order = anOrder({ orderItems: [anItem({ quantity: 2 })], payment: paid, ...change });
  render(
    <QueryClientProvider client={knowing({ user, roles: [] })}>
      <MemoryRouter>
        <SlicesCard order={order} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

// spec: T-19, T-61, T-71
test("of a non-member's order it is counted once what it would have brought", async () => {
  const asked = show({}, null, { status: 200, body: { slices: 4 } });
  const words = "Tästä tilauksesta olisi tullut 4 slaissia. Yhdeksästä saat pizzan.";
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Palkintoslaissini" })).toBeVisible();
  expect(asked).toEqual([
    {
      call: COUNT,
      body: { orderItems: [{ partNumber: "pizza_102_3001", quantity: 2 }], paymentDetails: paid },
    },
  ]);
  expect(screen.getByRole("link", { name: "Tutustu Kotijoukkoihin" })).toHaveAttribute("href", "/kotijoukot");
});

// spec: T-61
test("where it cannot be counted, or is not paid for here, the invitation stands alone", async () => {
  show({}, aUser());
  expect(await screen.findByText("Yhdeksästä slaissista saat pizzan.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Liity Kotijoukkoihin" })).toHaveAttribute(
    "href",
    "/rekisteroidy/syntymaaika",
  );
});

test("without payment details nothing is asked", () => {
  const asked = show({ payment: { ...paid, paymentMethod: null } });
  expect(asked).toEqual([]);
});

// spec: T-31
test("of a member's order it is told what it brings; where that is nothing, nothing is said", () => {
  const member = aUser({ subscribedToLoyalty: true });
  show({ loyalty: { loyaltyDetailsStatus: "Ready", slicesAdded: 1 } }, member);
  expect(screen.getByText(/^Tästä tilauksesta saat 1\sslaissin\.$/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Katso slaissisi" })).toHaveAttribute("href", "/minun-kotijoukot");
  const { container } = render(
    <QueryClientProvider client={knowing({ user: member, roles: [] })}>
      <MemoryRouter>
        <SlicesCard order={anOrder({ loyalty: { loyaltyDetailsStatus: "NoSlices", slicesAdded: 0 } })} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(container).toBeEmptyDOMElement();
});
