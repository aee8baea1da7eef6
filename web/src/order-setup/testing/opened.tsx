/** Opens the set-up of a chain of twelve restaurants, for tests. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import story from "../../../../content/stories/address-selection.json";
import { ProblemBanners } from "../../app/shell/Problems";
import { type Answer, serve } from "../../api/testing/server";
import type { DeliveringShop, FoundShop, ShopSummary, User } from "../../api/wire";
import { sessionQuery } from "../../session/userSession";
import { type Contact, NEW_ORDER, type OrderItem, type OrderMethod } from "../../shop/cart/order";
import { putOrder } from "../../shop/testing/cart";
import { anAddress } from "../../shop/testing/orders";
import { InlineSteps } from "../InlineSteps";
import { OrderSetup } from "../OrderSetup";
import { SheetSteps } from "../SheetSteps";

/** Where restaurants are asked for. */
export const SHOPS = "/api/commerce/v2/shops";
/** Where a delivery goes. */
export const HOME = anAddress();
/** Asks who delivers there. */
export const DELIVERING = `GET ${SHOPS}/delivering?lat=${HOME.latitude}&lng=${HOME.longitude}`;
/** Asks for all to fetch from. */
export const SEARCH = `GET ${SHOPS}/search?q=&orderType=pickup`;

/** The server says yes. */
export const ok = (body: unknown): Answer => ({ status: 200, body });

function chainShop(id: number): Partial<ShopSummary> {
  return {
    restaurantId: String(id),
    displayName: `Ovelle ${id}`,
    streetAddress: `Sturenkatu ${id}`,
    latitude: 60.18,
    longitude: 24.95,
    openForDeliveryStatus: "Open",
    openForPickupStatus: "Open",
    openForEatinStatus: "Open",
    physicalRestaurantStatus: "Open",
  };
}

/** The restaurants of the chain. */
export const IDS = Array.from({ length: 12 }, (_, at) => at + 1);

/** A restaurant that delivers to {@link HOME}. */
export function delivering(id: number, change: Partial<DeliveringShop> = {}): DeliveringShop {
  return {
    restaurantId: String(id),
    displayName: `Ovelle ${id}`,
    zoneId: `${id}-1`,
    deliveryZoneVersion: "V1",
    deliveryFee: 4.9,
    preorderDeliveryFee: null,
    preorderMinimumDeliveryFee: 3.9,
    preorderMaximumDeliveryFee: 5.9,
    distanceKm: 0.81,
    selectorStatus: "Open",
    selectorText: "n. 35 min",
    estimateMinutes: 35,
    ...change,
  };
}

/** A restaurant that a search finds. */
export function aFound(id: number, change: Partial<FoundShop> = {}): FoundShop {
  return {
    restaurantId: String(id),
    displayName: `Ovelle ${id}`,
    score: 1,
    distanceKm: null,
    selectorStatus: "Open",
    selectorText: "n. 15 min",
    ...change,
  };
}

interface Opened {
  /** What is already in the cart. */
  items?: OrderItem[];
  variant?: "inline" | "sheet";
  at?: string;
  method?: OrderMethod | null;
  /** What is known of who orders. */
  contact?: Contact;
  /** Whether somebody hears what was saved. */
  isHeard?: boolean;
  answers?: Record<string, Answer | Answer[]>;
  /** Who is signed in. */
  user?: User | null;
}

/** Opens the set-up of a chain of twelve. */
export function open(opened: Opened = {}) {
  const {
    variant = "sheet",
    at = "/",
    method = null,
    items = [],
    contact = NEW_ORDER.contact,
    isHeard = true,
    answers = {},
    user = null,
  } = opened;
  putOrder({ method, items, contact });
  const asked = serve({
    [`GET ${SHOPS}/summaries`]: ok(IDS.map(chainShop)),
    [SEARCH]: ok(IDS.map((id) => aFound(id))),
    [DELIVERING]: ok([delivering(1), delivering(2)]),
    "GET /api/cms/stories/address-selection": ok({
      slug: "address-selection",
      version: "published",
      ...story,
    }),
    ...answers,
  });
  const onSaved = vi.fn<(method: OrderMethod) => void>();
  const setup = (
    <>
      <ProblemBanners />
      <OrderSetup
        variant={variant}
        Steps={variant === "inline" ? InlineSteps : SheetSteps}
        {...(isHeard && { onSaved })}
      />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: setup }], { initialEntries: [at] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { user, roles: [] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { asked, onSaved, router, client };
}

/** The field for the address. */
export const address = () => screen.getByRole("combobox", { name: "Syötä kuljetusosoite" });
/** Chooses one of a group. */
export const choose = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));
/** The restaurants that can be chosen. */
export const rows = () =>
  within(screen.getByRole("radiogroup", { name: "Valitse Ravintola" })).getAllByRole("radio");
