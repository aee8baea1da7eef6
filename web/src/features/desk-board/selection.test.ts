import { describe, expect, test } from "vitest";
import { aRow } from "../../live/testing/boards";
import { at, EPOCH } from "../../live/testing/orders";
import type { BoardFilter } from "./filter";
import { matcherOf, select } from "./selection";

const ALL: BoardFilter = { text: "", restaurantId: null, chip: "all" };
const estimate = (to: number) => ({
  at: at(0),
  minutes: to - 5,
  from: to - 8,
  to,
  basis: "kitchen" as const,
});

const BOARD = [
  aRow("1", { status: 3, promisedAt: at(60) }),
  aRow("2", { status: 2, promisedAt: at(20), late: true, estimate: estimate(25) }),
  aRow("3", { status: 11, promisedAt: at(10) }),
  aRow("4", { status: 1, promisedAt: at(30), late: true, estimate: estimate(60) }),
  aRow("5", { status: 0, promisedAt: at(30), restaurantId: "21" }),
  aRow("10", { status: 0, promisedAt: at(30), orderType: "pickup" }),
];

const sections = (filter: Partial<BoardFilter> = {}) =>
  select(BOARD, { ...ALL, ...filter }, EPOCH).sections.map(
    ({ name, orderIds }) => `${name} ${orderIds.join(" ")}`,
  );

test("late orders come first, the latest at the top; then by promise; what is done at the end", () => {
  expect(sections()).toEqual(["late 4 2", "onTime 5 10 1", "done 3"]);
});

test("exceptions come before all: failed deliveries, late or not, over or not, and cars that are silent", () => {
  const board = [
    ...BOARD,
    aRow("6", { status: 9, promisedAt: at(50) }),
    aRow("7", { status: 10, promisedAt: at(10) }),
    aRow("8", { status: 9, promisedAt: at(20), late: true, estimate: estimate(30) }),
    aRow("9", { status: 8, promisedAt: at(40), carUnheardSince: at(-2) }),
    aRow("11", { status: 8, promisedAt: at(45), carUnheardSince: at(-1.9) }),
  ];
  const { sections: shown } = select(board, ALL, EPOCH);
  expect(shown.map(({ name, orderIds }) => `${name} ${orderIds.join(" ")}`)).toEqual([
    "trouble 8 7 9 6",
    "late 4 2",
    "onTime 5 10 11 1",
    "done 3",
  ]);
});

test("chips count what text and restaurant leave, and show their own", () => {
  const { counts } = select(BOARD, ALL, EPOCH);
  expect(counts).toEqual({
    all: 6,
    late: 2,
    new: 3,
    kitchen: 1,
    oven: 1,
    waiting: 0,
    road: 0,
    preorder: 0,
    done: 1,
  });
  expect(select(BOARD, { ...ALL, restaurantId: "21" }, EPOCH).counts).toMatchObject({
    all: 1,
    late: 0,
    new: 1,
  });
  expect(sections({ chip: "late" })).toEqual(["late 4 2"]);
  expect(sections({ chip: "oven" })).toEqual(["onTime 1"]);
  expect(sections({ chip: "road" })).toEqual([]);
});

describe("the search", () => {
  const row = aRow("10234", {
    customer: {
      name: "Noora Ylä-Äijälä",
      phone: "+358 40 123 4567",
      streetAddress: "Vaasankatu 12",
      city: "Helsinki",
    },
  });
  test.each([
    "10234",
    "102",
    "noora",
    "ÄIJÄLÄ",
    "vaasankatu 12",
    " helsinki ",
    "040 123",
    "0401234567",
    "+358401",
    "123 4567",
  ])("%j finds it", (text) => expect(matcherOf(text)(row)).toBe(true));
  test.each(["0234", "nora", "vaasankatu 13", "041", "099 123", "123"])("%j does not", (text) =>
    expect(matcherOf(text)(row)).toBe(false),
  );
  test("finds nothing in what is not known", () => {
    const nameless = aRow("1", { customer: { name: null, phone: null, streetAddress: null, city: null } });
    expect(matcherOf("null")(nameless)).toBe(false);
    expect(matcherOf("")(nameless)).toBe(true);
  });
});
