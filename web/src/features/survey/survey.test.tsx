import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { ShopSummary } from "../../api/wire";
import { routes } from "../../app/routes";
import { loadPages } from "../../app/routing/lazyPage";
import { anOrderAt, at } from "../../live/testing/orders";

const OF = "GET /api/commerce/v2/survey";
const ORDER = "/api/commerce/v2/order-tracking/10234/avain";
const SHOPS = "GET /api/commerce/v2/shops/summaries";
const FORM = "https://kysely.example/tilaus?orderId=10234";
const OWN = `${window.location.origin}/kysely/vastaa`;
const replace = vi.fn<(url: string) => void>();
const ok = (body: unknown): Answer => ({ status: 200, body });
const shop = (shopId: string, displayName: string, more = {}) =>
  ({ shopId, displayName, isActive: true, openForPickupStatus: "Open", ...more }) as ShopSummary;

beforeAll(() =>
  Promise.all(["/kysely", "/kysely/vastaa", "/kysely/1"].map((path) => loadPages(routes, path))),
);
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  replace.mockClear();
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

type Entry = string | { pathname: string; search: string; state: unknown };

function open(entry: Entry, answers: Record<string, Answer | Answer[]>) {
  const asked = serve(answers);
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, href: OWN, replace });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(routes, { initialEntries: [entry] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, calls: () => asked.filter(({ call }) => !/cms|session|version/.test(call)) };
}

const main = () => within(screen.getByRole("main"));
const ofOrder = { pathname: "/kysely/vastaa", search: "?orderId=10234", state: { orderKey: "avain" } };

// spec: T-83, T-85
test("the survey asks for a restaurant first, and does not go on without one", async () => {
  const { calls } = open("/kysely?utm_source=callcentre", {
    [SHOPS]: ok([shop("12", "Ovelle Kallio"), shop("13", "Ovelle Suljettu", { isActive: false })]),
    [`${OF}?restaurantId=12&utm_source=callcentre`]: ok({
      url: "https://kysely.example/puhelu?restaurantId=12",
    }),
  });
  const choice = await screen.findByRole("combobox", { name: "Ravintola" });
  expect(
    within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Valitse ravintola", "Ovelle Kallio"]);
  const go = screen.getByRole("button", { name: "Jatka kyselyyn" });
  await userEvent.click(go);
  expect(choice).toBeInvalid();
  await vi.waitFor(() => expect(choice).toHaveFocus());
  expect(screen.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
  expect(calls().map(({ call }) => call)).toEqual([SHOPS]);
  await userEvent.selectOptions(choice, "Ovelle Kallio");
  await userEvent.click(go);
  expect(replace.mock.calls).toEqual([["https://kysely.example/puhelu?restaurantId=12"]]);
});

// spec: T-83, T-84
test("an order's survey leads to the chain's form", async () => {
  open("/kysely/10234?orderKey=avain&utm_source=mail", {
    [`${OF}?orderId=10234&orderKey=avain&utm_source=mail`]: ok({ url: FORM }),
  });
  await vi.waitFor(() => expect(replace.mock.calls).toEqual([[FORM]]));
});

test("where the chain has none, our own page opens, whose address names no key", async () => {
  const order = anOrderAt([0, 1, 2, 3, 4, 8, 11]);
  const { router } = open("/kysely/10234?orderKey=avain", {
    [`${OF}?orderId=10234&orderKey=avain`]: ok({ url: `${OWN}?orderId=10234` }),
    [`GET ${ORDER}`]: ok(order),
  });
  expect(await screen.findByRole("radiogroup", { name: "Miltä maistui?" })).toBeVisible();
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe("/kysely/vastaa?orderId=10234");
  expect(replace).not.toHaveBeenCalled();
});

test("our own page takes the feedback of an order, and thanks for it", async () => {
  const feedback = { rating: 4, text: "Rapea", at: at(10) };
  const { calls } = open(ofOrder, {
    [`GET ${ORDER}`]: ok(anOrderAt([0, 1, 2, 3, 4, 8, 11])),
    [`POST ${ORDER}/feedback`]: ok(feedback),
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Huippu" }));
  await userEvent.type(screen.getByRole("textbox"), "Rapea");
  await userEvent.click(screen.getByRole("button", { name: "Lähetä palaute" }));
  expect(await screen.findByRole("region", { name: "Kiitos palautteesta" })).toBeVisible();
  expect(calls().at(-1)).toEqual({ call: `POST ${ORDER}/feedback`, body: { rating: 4, text: "Rapea" } });
});

test.each([
  ["is under way", ok(anOrderAt([0, 1])), "Kysymme, kun tilaus on perillä."],
  [
    "is long gone",
    refusal(410, "order/expired", "Vanha."),
    "Tilaus on vanhentunut, eikä siitä voi enää kertoa täällä.",
  ],
  ["is not there", refusal(404, "order/not-found", "Ei."), /^Emme löydä tilausta/],
])("of an order that %s nothing is taken", async (_, answer, words) => {
  open(ofOrder, { [`GET ${ORDER}`]: answer });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

test("without the order's key the page says where the way in is", async () => {
  const { calls } = open("/kysely/vastaa?orderId=10234", {});
  expect(await screen.findByText(/^Avaa kysely viestisi linkistä/)).toBeVisible();
  expect(main().getByRole("link", { name: "Ota yhteyttä" })).toHaveAttribute("href", "/ota-yhteytta");
  expect(calls()).toEqual([]);
});

test("a restaurant is told directly", async () => {
  open("/kysely/vastaa?restaurantId=12", {
    "GET /api/commerce/v2/shops/12": ok({ shopId: "12", displayName: "Ovelle Kallio", phone: "09 555 0142" }),
  });
  expect(await screen.findByRole("link", { name: "Soita 09 555 0142" })).toHaveAttribute(
    "href",
    "tel:095550142",
  );
  expect(main().getByText("Ovelle Kallio")).toBeVisible();
});

test("a wrong key is said, and what does not come can be asked for again", async () => {
  const call = `${OF}?orderId=10234&orderKey=x`;
  open("/kysely/10234?orderKey=x", { [call]: refusal(404, "order/not-found", "Ei.") });
  expect(await screen.findByText(/^Emme löydä tilausta/)).toBeVisible();
  expect(main().getByRole("link", { name: "Ota yhteyttä" })).toHaveAttribute("href", "/ota-yhteytta");
});

test("a survey that does not come can be asked for again", async () => {
  const call = `${OF}?orderId=10234&orderKey=avain`;
  open("/kysely/10234?orderKey=avain", { [call]: [{ status: 503 }, ok({ url: FORM })] });
  await userEvent.click(await screen.findByRole("button", { name: "Yritä uudelleen" }));
  await vi.waitFor(() => expect(replace.mock.calls).toEqual([[FORM]]));
});
