import { expect, test } from "vitest";
import type { BoardOrder } from "../../../api/wire";
import { aCar, aRow } from "../../../live/testing/boards";
import { EPOCH } from "../../../live/testing/orders";
import { carName } from "../carName";
import { carsOf, ordersByCar } from "./carsOf";
import { townOf } from "./townOf";

const rowsOf = (...rows: BoardOrder[]) => new Map(rows.map((row) => [row.orderId, row]));
const carsNamed = (...ids: string[]) => new Map(ids.map((id) => [id, aCar(id)]));
const inCar = (orderId: string, carId: string, status = 8) => aRow(orderId, { carId, status });

const CARRIED = ordersByCar(
  rowsOf(inCar("20", "7"), inCar("3", "7"), inCar("4", "10"), inCar("5", "7", 11), aRow("6")),
);

test("each car has what it still carries, in the order of its numbers", () => {
  const shown = carsOf(carsNamed("10", "7", "8"), CARRIED, null, EPOCH);
  expect(shown.map(({ car, orders }) => [car.carId, orders.map(({ orderId }) => orderId)])).toEqual([
    ["7", ["3", "20"]],
    ["8", []],
    ["10", ["4"]],
  ]);
});

test("of orders that are looked for, their cars are shown with all that they carry", () => {
  const shown = carsOf(carsNamed("10", "7", "8"), CARRIED, new Set(["20", "6"]), EPOCH);
  expect(shown.map(({ car, orders }) => [car.carId, orders.length])).toEqual([["7", 2]]);
});

test("a position is old from 30 s on, and gone at 120 s; a car's clock may be ahead", () => {
  const at = (seconds: number) =>
    carsOf(carsNamed("7"), CARRIED, null, EPOCH + seconds * 1_000).map(({ ageMs, isStale }) => [
      ageMs,
      isStale,
    ]);
  expect([at(-5), at(29.9), at(30), at(119.9), at(120)]).toEqual([
    [[0, false]],
    [[29_900, false]],
    [[30_000, true]],
    [[119_900, true]],
    [],
  ]);
});

test("the map begins in the town where most is going on", () => {
  const [kluuvi, kallio, tampere] = [
    { lat: 60.1687, lng: 24.9432 },
    { lat: 60.184, lng: 24.95 },
    { lat: 61.4979, lng: 23.7598 },
  ];
  expect(townOf([tampere, kluuvi, kallio])).toEqual([kluuvi, kallio]);
  expect(townOf([])).toEqual([]);
});

test.each([
  ["7", "Auto 7"],
  ["car-7", "Auto 7"],
  ["city-7-12-1", "Auto 7-12-1"],
  ["kuorman auto 3", "Auto 3"],
  ["ABC-123", "Auto ABC-123"],
  ["kärry", "Auto kärry"],
])("people call %j %j", (carId, name) => expect(carName(carId)).toBe(name));
