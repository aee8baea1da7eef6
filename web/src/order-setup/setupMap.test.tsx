/** The map of the set-up: which restaurants stand on it, how, and what pressing one does. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDelivery } from "../shop/testing/orders";
import { aFound, choose, ok, open, rows, SEARCH, SHOPS } from "./testing/opened";

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  // A page that is not laid out has no sizes of its own, and nothing to draw on.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.restoreAllMocks());

/** The browser as wide as a desk's. */
function onADesk() {
  const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => media);
}

const marks = () => [...document.querySelectorAll<HTMLElement>('[class*="_mark_"]')];
const names = () => marks().map(({ textContent }) => textContent);
const greyed = () =>
  marks()
    .filter(({ className }) => className.includes("_shut_"))
    .map((one) => one.textContent);
const doors = () => document.querySelectorAll('svg[class*="_home_"]').length;

const closed = { selectorStatus: "Closed", selectorText: "Ravintola on tällä hetkellä kiinni." } as const;

test("on a phone it comes when it is asked for, with what is listed, by short names", async () => {
  open({ at: "/?nouto", answers: { [SEARCH]: ok([aFound(1), aFound(2, closed), aFound(3)]) } });
  expect(marks()).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Näytä kartalla" }));
  await waitFor(() => expect(names()).toEqual(["1", "2", "3"]));
  expect(greyed()).toEqual(["2"]);
  await userEvent.click(screen.getByRole("button", { name: "Piilota kartta" }));
  expect(marks()).toEqual([]);
});

test("a mark is lit together with its row, and chooses it", async () => {
  open({ at: "/?nouto", answers: { [SEARCH]: ok([aFound(1), aFound(2)]) } });
  await userEvent.click(await screen.findByRole("button", { name: "Näytä kartalla" }));
  await waitFor(() => expect(names()).toEqual(["1", "2"]));
  const second = () => marks()[1] ?? document.body;
  const row = () => rows()[1]?.closest("label") ?? document.body;
  fireEvent.pointerEnter(row());
  expect(second()).toHaveClass(/_lit_/);
  fireEvent.pointerLeave(row());
  expect(second()).not.toHaveClass(/_lit_/);
  fireEvent.pointerUp(second());
  expect(rows()[1]).toBeChecked();
  expect(second()).toHaveClass(/_chosen_/);
});

test("of many restaurants to fetch from it shows those that the list does", async () => {
  open({ at: "/?nouto" });
  await userEvent.click(await screen.findByRole("button", { name: "Näytä kartalla" }));
  await waitFor(() => expect(marks()).toHaveLength(5));
  await userEvent.click(screen.getByRole("button", { name: "Näytä lisää ravintoloita" }));
  await waitFor(() => expect(marks()).toHaveLength(10));
});

test("has the door of a delivery on it, and none where one fetches", async () => {
  open({ method: aDelivery({ restaurantId: "1" }), answers: { [`${SEARCH}&selected=1`]: ok([aFound(1)]) } });
  await userEvent.click(await screen.findByRole("button", { name: "Näytä kartalla" }));
  await waitFor(() => expect(names()).toEqual(["1", "2"]));
  expect(doors()).toBe(1);
  await choose("Nouto");
  await waitFor(() => expect(names()).toEqual(["1"]));
  expect(doors()).toBe(0);
});

test("on a desk it shows all that can be ordered from before anything is listed, the wished one first", async () => {
  onADesk();
  const summary = (id: number, change: object = {}) => ({
    restaurantId: String(id),
    displayName: `Ovelle ${id}`,
    streetAddress: "",
    latitude: 60.18 + id / 1000,
    longitude: 24.95,
    openForDeliveryStatus: "Open",
    openForPickupStatus: "Open",
    openForEatinStatus: "Open",
    physicalRestaurantStatus: "Open",
    ...change,
  });
  const shops = [
    summary(1),
    summary(2, { openForPickupStatus: "Hidden" }),
    summary(3, { physicalRestaurantStatus: "Closed" }),
    summary(4),
  ];
  open({
    method: aDelivery({ restaurantId: "4", address: null }),
    answers: { [`GET ${SHOPS}/summaries`]: ok(shops) },
  });
  await waitFor(() => expect(names()).toEqual(["4", "1", "3"]));
  expect(greyed()).toEqual(["3"]);
  expect(doors()).toBe(0);
  expect(screen.queryByRole("button", { name: "Näytä kartalla" })).toBeNull();
});
