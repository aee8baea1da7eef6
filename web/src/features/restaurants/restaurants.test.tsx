import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import type { Shop } from "../../api/wire";
import { putOrder } from "../../shop/testing/cart";
import { aDelivery, anAddress } from "../../shop/testing/orders";
import { Component as RestaurantPage } from "./RestaurantPage";
import { Component as RestaurantsPage } from "./RestaurantsPage";

const WEEK = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, { start: "10:30", end: "22:00" }]),
);

function aShop(displayName: string, change: Partial<Shop> = {}): Partial<Shop> {
  return {
    shopId: displayName,
    restaurantId: displayName,
    displayName,
    streetAddress: "Fleminginkatu 16",
    zip: "00500",
    city: "Helsinki",
    phone: "+358 9 000 0360",
    latitude: 60.1862,
    longitude: 24.9556,
    hasWebsale: true,
    hasDelivery: true,
    isActive: true,
    openForPickupStatus: "Open",
    notice: null,
    shopOpeningHours: [1, 2, 3, 4].map((openingHourtypeID) => ({ openingHourtypeID, ...WEEK })) as never,
    shopOpeningHourExceptions: [],
    ...change,
  };
}

const CHAIN = [
  aShop("Ovelle Töölö", { streetAddress: "Runeberginkatu 52", zip: "00260" }),
  aShop("Ovelle Kallio"),
  aShop("Ovelle Oulu", {
    city: "Oulu",
    zip: "90100",
    streetAddress: "Kirkkokatu 14",
    latitude: 65.0121,
    longitude: 25.4651,
  }),
  aShop("Ovelle Hanko", { isActive: false }),
];

beforeEach(() => {
  putOrder();
  vi.useFakeTimers({ now: Date.parse("2026-11-25T10:00:00Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

function open(path: string, answer: Answer = { status: 200, body: CHAIN }) {
  serve({
    "GET /api/commerce/v2/shops/summaries": answer,
    ...Object.fromEntries(
      (answer.body as Partial<Shop>[] | undefined)?.map((shop) => [
        `GET /api/commerce/v2/shops/${encodeURIComponent(shop.shopId ?? "")}`,
        { status: 200, body: shop },
      ]) ?? [],
    ),
  });
  const routes = [
    {
      path: "/ravintolat",
      element: (
        <main>
          <RestaurantsPage />
        </main>
      ),
    },
    {
      path: "/ravintolat/:slug",
      element: (
        <main>
          <RestaurantPage />
        </main>
      ),
    },
    { path: "/menu", element: <p>Menu</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
}

const names = () =>
  within(screen.getByRole("main"))
    .getAllByRole("link")
    .map((link) => link.textContent);

// spec: RS-24, RS-25, RS-32
test("all that are at work are listed by name, each with a way to its page", async () => {
  open("/ravintolat");
  expect(await screen.findByRole("heading", { name: "Kaikki 3 Ovelle-ravintolaa" })).toBeVisible();
  const rows = within(screen.getByRole("main")).getAllByRole("link");
  expect(rows.map((row) => row.getAttribute("href"))).toEqual([
    "/ravintolat/ovelle-kallio",
    "/ravintolat/ovelle-oulu",
    "/ravintolat/ovelle-toolo",
  ]);
  expect(rows[0]).toHaveTextContent("Ovelle Kallio Fleminginkatu 16, 00500 Helsinki Avoinna 22.00 asti");
});

// spec: RS-25, OS-18
test("who has said where the order goes reads how far each restaurant is from there", async () => {
  putOrder({ method: aDelivery({ address: anAddress({ latitude: 60.1862, longitude: 24.9506 }) }) });
  open("/ravintolat");
  const near = await screen.findByRole("link", { name: /Ovelle Kallio/ });
  expect(near).toHaveTextContent(
    "Ovelle Kallio Fleminginkatu 16, 00500 Helsinki Avoinna 22.00 asti alle 500 m päässä",
  );
  expect(screen.getByRole("link", { name: /Ovelle Oulu.*\u00a0km$/ })).toBeVisible();
});

test.each([
  ["2026-11-25T08:29:00Z", "Avautuu 10.30"],
  ["2026-11-25T08:30:00Z", "Avoinna 22.00 asti"],
  ["2026-11-25T19:29:00Z", "Avoinna 22.00 asti"],
  ["2026-11-25T19:30:00Z", "Suljemme pian, 22.00"],
  ["2026-11-25T20:00:00Z", "Avautuu huomenna 10.30"],
])("at %s a restaurant says: %s", async (now, words) => {
  vi.setSystemTime(Date.parse(now));
  open("/ravintolat");
  expect(await screen.findByRole("link", { name: /Ovelle Kallio/ })).toHaveTextContent(words);
});

test("one that opens on another day says which, and one that never does is closed", async () => {
  vi.setSystemTime(Date.parse("2026-11-25T20:00:00Z"));
  const closed = Object.fromEntries(Object.keys(WEEK).map((day) => [day, null]));
  const hours = (week: object) => ({ shopOpeningHours: [{ openingHourtypeID: 1, ...week }] as never });
  const shops = [
    aShop("Ovelle Kallio", hours({ ...closed, sat: { start: "11:00", end: "20:00" } })),
    aShop("Ovelle Oulu", hours(closed)),
  ];
  open("/ravintolat", { status: 200, body: shops });
  expect(await screen.findByRole("link", { name: /Ovelle Kallio/ })).toHaveTextContent("Avautuu la 11.00");
  expect(screen.getByRole("link", { name: /Ovelle Oulu/ })).toHaveTextContent("Suljettu");
});

test("who says where they are has the nearest first", async () => {
  const getCurrentPosition = (found: PositionCallback) =>
    found({ coords: { latitude: 65.01, longitude: 25.47 } } as GeolocationPosition);
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }),
  );
  open("/ravintolat");
  await screen.findByRole("link", { name: /Ovelle Kallio/ });
  expect(names()[0]).toMatch(/^Ovelle Kallio/);
  await userEvent.click(screen.getByRole("button", { name: /sijain/i }));
  expect(await screen.findByText("Lähimmät ensin")).toBeVisible();
  expect(names()[0]).toMatch(/^Ovelle Oulu/);
  vi.unstubAllGlobals();
});

// spec: RS-24, RS-25
test.each([
  ["kall", ["Ovelle Kallio"]],
  ["RUNEBERG", ["Ovelle Töölö"]],
  ["oulu", ["Ovelle Oulu"]],
  ["005", ["Ovelle Kallio"]],
])("a search for %s stands in the address and finds by name, street, city and zip", async (text, found) => {
  const address = open("/ravintolat");
  await userEvent.type(await screen.findByRole("searchbox", { name: "Etsi ravintola" }), text);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("1 tulos");
  expect(names().map((name) => found.some((one) => name.startsWith(one)))).toEqual([true]);
  expect(address()).toBe(`/ravintolat?q=${text}`);
});

test("a postal code at which no restaurant is finds those of the districts beside it, the nearest district first", async () => {
  open("/ravintolat?q=00520");
  await screen.findByRole("searchbox", { name: "Etsi ravintola" });
  expect(names().map((name) => /^Ovelle \p{L}+/u.exec(name)?.[0])).toEqual(["Ovelle Kallio", "Ovelle Töölö"]);
});

test("a search that finds nothing says so and leads back to all", async () => {
  open("/ravintolat?q=xyz");
  expect(await screen.findByText("Haulla ei löytynyt ravintoloita")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Näytä kaikki" }));
  expect(screen.getByRole("heading", { name: "Kaikki 3 Ovelle-ravintolaa" })).toBeVisible();
});

// spec: SH-25
test("while they are on their way, five shapes stand for them", () => {
  open("/ravintolat");
  expect(screen.getByText("Ladataan...")).toBeInTheDocument();
  expect(document.querySelectorAll("[role=status] i")).toHaveLength(5);
});

// spec: OS-66
test("where they cannot be fetched, the page says so and tries again", async () => {
  open("/ravintolat", { status: 500 });
  expect(
    await screen.findByText("Vääk, pizzajärjestelmä näyttää kärähtäneen. Kokeile hetken päästä uudelleen."),
  ).toBeVisible();
  serve({ "GET /api/commerce/v2/shops/summaries": { status: 200, body: CHAIN } });
  await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
  expect(await screen.findByRole("heading", { name: "Kaikki 3 Ovelle-ravintolaa" })).toBeVisible();
});

// spec: RS-23, RS-26, RS-27, RS-31
test("a restaurant says where it is, whether it is open, and what calling costs", async () => {
  open("/ravintolat/ovelle-toolo");
  expect(await screen.findByRole("heading", { name: "Ovelle Töölö" })).toBeVisible();
  expect(screen.getByText("Avoinna 22.00 asti")).toBeVisible();
  expect(screen.getByText(/Runeberginkatu 52, 00260 Helsinki/)).toHaveTextContent(/^Osoite: /);
  const call = screen.getByRole("link", { name: "Soita +358 9 000 0360" });
  expect(call).toHaveAttribute("href", "tel:+35890000360");
  const hours = screen.getByRole("region", { name: "Aukiolot" });
  expect(within(hours).getAllByText(/^ma–su/)[0]).toHaveTextContent("ma–su, tänään");
  expect(screen.getByText(/puhelintilausmaksu 0,99\s€ \/ tilaus/)).toBeVisible();
});

// spec: RS-27, RS-28, RS-29
test("without web sale there is no fee, no order and no hours of the web shop", async () => {
  const shop = aShop("Ovelle Kallio", {
    hasWebsale: false,
    hasDelivery: false,
    notice: "Terassi on talviunilla.",
    shopOpeningHours: [{ openingHourtypeID: 1, ...WEEK }] as never,
  });
  open("/ravintolat/ovelle-kallio", { status: 200, body: [shop] });
  expect(await screen.findByText("Ei puhelintilausmaksua.")).toBeVisible();
  expect(screen.getByText("Terassi on talviunilla.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Tilaa täältä" })).toBeNull();
  expect(screen.getByText("Ei lounastarjousta toistaiseksi.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Kuljetus" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Verkkokauppa" })).toBeNull();
});

// spec: RS-07, RS-21, RS-28
test("hours of a day replace the week's; those that are past are not listed", async () => {
  const exception = (exceptionDate: string, startTime: string | null, endTime: string | null) => ({
    exceptionDate,
    startTime,
    endTime,
    openingHourtypeID: 1,
  });
  const shop = aShop("Ovelle Kallio", {
    shopOpeningHourExceptions: [
      exception("2026-11-20", "12:00", "13:00"),
      exception("2026-11-25", "11:00", "14:00"),
      exception("2026-12-25", null, null),
    ],
  });
  open("/ravintolat/ovelle-kallio", { status: 200, body: [shop] });
  expect(await screen.findByText("Avoinna 14.00 asti")).toBeVisible();
  const days = screen.getByRole("heading", { name: "Poikkeusaukiolot" }).nextElementSibling;
  expect(days).toHaveTextContent("TänäänRavintola 11.00–14.00");
  expect(days).toHaveTextContent("pe 25.12.Ravintola suljettu");
  expect(days).not.toHaveTextContent("20.11.");
});

// spec: RS-29
test("ordering from here opens the set-up with this restaurant", async () => {
  const address = open("/ravintolat/ovelle-kallio");
  await userEvent.click(await screen.findByRole("link", { name: "Tilaa täältä" }));
  expect(address()).toBe("/ravintolat/ovelle-kallio#aloita-tilaus");
});

// spec: RS-30
test.each([
  ["its restaurant", "ovelle-kallio", { status: 200, body: CHAIN }, "Ovelle Kallio"],
  ["no page, for a name that nobody has", "ovelle-olematon", { status: 200, body: CHAIN }, "Sivua ei löydy"],
  ["no page, where it cannot be fetched", "ovelle-kallio", { status: 500 }, "Sivua ei löydy"],
])("the page waits, and then shows %s", async (_, slug, answer, title) => {
  open(`/ravintolat/${slug}`, answer);
  expect(screen.getByRole("status")).toHaveTextContent("Ladataan...");
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
});
