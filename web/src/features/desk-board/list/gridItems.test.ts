import { assert, integer, nat, property, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { itemsOf, stepOf } from "./gridItems";
import type { Section } from "../selection";

const TITLES = { trouble: "Selvitettävät", late: "Myöhässä", onTime: "Ajallaan", done: "Valmiit" };

test("parts have their titles, but orders in time alone need none", () => {
  const { items, placeOf, orderIds } = itemsOf(
    [
      { name: "late", orderIds: ["2"] },
      { name: "done", orderIds: ["1", "3"] },
    ],
    TITLES,
  );
  expect(items.map((item) => ("title" in item ? item.title : item.orderId))).toEqual([
    "Myöhässä 1",
    "2",
    "Valmiit 2",
    "1",
    "3",
  ]);
  expect([...placeOf]).toEqual([
    ["2", 1],
    ["1", 3],
    ["3", 4],
  ]);
  expect(orderIds).toEqual(["2", "1", "3"]);
  expect(itemsOf([{ name: "onTime", orderIds: ["2"] }], TITLES).items).toHaveLength(1);
  expect(itemsOf([{ name: "trouble", orderIds: ["2"] }], TITLES).items).toHaveLength(2);
});

test("every order is where it is said to be, and no two lines have the same key", () => {
  const numbers = uniqueArray(integer({ min: 1, max: 500 }).map(String), {
    minLength: 3,
    maxLength: 60,
  });
  assert(
    property(numbers, nat(58), nat(58), (all, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const sections: Section[] = [
        { name: "late" as const, orderIds: all.slice(0, from) },
        { name: "onTime" as const, orderIds: all.slice(from, to) },
        { name: "done" as const, orderIds: all.slice(to) },
      ].filter(({ orderIds }) => orderIds.length > 0);
      const { items, placeOf, orderIds } = itemsOf(sections, TITLES);
      expect(orderIds).toEqual(all);
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
      for (const [orderId, place] of placeOf) expect(items[place]).toMatchObject({ orderId });
    }),
  );
});

test("a key leads as far as there are rows", () => {
  const steps = (key: string) => [0, 7, 99].map((at) => stepOf(key, at, 100, 12));
  expect(steps("ArrowDown")).toEqual([1, 8, 99]);
  expect(steps("ArrowUp")).toEqual([0, 6, 98]);
  expect(steps("PageDown")).toEqual([12, 19, 99]);
  expect(steps("PageUp")).toEqual([0, 0, 87]);
  expect(steps("Home")).toEqual([0, 0, 0]);
  expect(steps("End")).toEqual([99, 99, 99]);
  expect(stepOf("a", 7, 100, 12)).toBeNull();
});
