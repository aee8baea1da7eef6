import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { aCar, aRow } from "../../../live/testing/boards";
import { at, EPOCH } from "../../../live/testing/orders";
import { CITY } from "../texts";
import { CarList } from "./CarList";
import type { CarOnRoad } from "./carsOf";

const onTheWay = (orderId: string, change = {}) => aRow(orderId, { status: 8, carId: "7", ...change });

function carWith(change: Partial<CarOnRoad> = {}): CarOnRoad {
  return { car: aCar("7"), orders: [onTheWay("1")], ageMs: 6_400, isStale: false, ...change };
}

const listOf = (change: Partial<Parameters<typeof CarList>[0]>) => (
  <CarList
    onRoad={[carWith()]}
    mode="live"
    isFiltered={false}
    chosenId={null}
    openedId={null}
    now={EPOCH}
    onOpen={() => undefined}
    {...change}
  />
);

test.each([
  [{ onRoad: null, mode: "opening" }, CITY.opening],
  [{ onRoad: null, mode: "live" }, CITY.opening],
  [{ onRoad: null, mode: "polling" }, CITY.waitsForLine],
  [{ onRoad: null, mode: "offline" }, CITY.waitsForLine],
  [{ onRoad: [] }, CITY.none],
  [{ onRoad: [], isFiltered: true }, CITY.noMatch],
] as const)("with %j it says %j", (change, words) => {
  render(listOf({ ...change, onRoad: change.onRoad && [] }));
  expect(screen.getByRole("status")).toHaveTextContent(words);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("says of each car when it was seen and what it carries, and opens an order", async () => {
  const onOpen = vi.fn<(orderId: string) => void>();
  const orders = [onTheWay("1", { late: true, promisedAt: at(-10) }), onTheWay("2")];
  const { rerender } = render(listOf({ onRoad: [carWith({ orders })], onOpen }));
  expect(screen.getByRole("heading")).toHaveTextContent("1 auto matkalla");
  const car = within(screen.getByRole("listitem"));
  expect(car.getByText("Auto 7").parentElement).toHaveTextContent("Auto 7 6 s sitten");
  expect(car.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "1Aino Virtanen, Aleksanterinkatu 9+10 min",
    "2Aino Virtanen, Aleksanterinkatu 9",
  ]);
  await userEvent.click(car.getByRole("button", { name: /^2/ }));
  expect(onOpen).toHaveBeenCalledWith("2");
  // It is told anew where something of it changed, and only there.
  rerender(
    listOf({ onRoad: [carWith({ orders: [...orders], ageMs: 45_000, isStale: true })], openedId: "2" }),
  );
  expect(car.getByText("Auto 7").parentElement).toHaveTextContent("Sijainti vanha, 45 s sitten");
  expect(car.getByRole("button", { pressed: true })).toHaveTextContent(/^2/);
  rerender(listOf({ onRoad: [carWith({ orders: [], ageMs: 45_000, isStale: true })] }));
  expect(car.getByText(CITY.noOrders)).toBeVisible();
});
