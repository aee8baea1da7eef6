import { expect, test } from "vitest";
import { euros, share, sum, times } from "./money";

test("euros have a comma, two decimals and their sign after a space that does not break", () => {
  expect(euros(14.9)).toBe("14,90\u00a0€");
  expect(euros(0)).toBe("0,00\u00a0€");
  expect(euros(1234.5)).toBe("1\u00a0234,50\u00a0€");
});

test("several pieces are reckoned in whole cents", () => {
  expect(times(0.1, 3)).toBe(0.3);
  expect(times(19.99, 3)).toBe(59.97);
});

test("the price of one of several is reckoned in whole cents", () => {
  expect(share(29.8, 2)).toBe(14.9);
  expect(share(59.97, 3)).toBe(19.99);
  expect(share(10, 3)).toBe(3.33);
});

test("a sum is reckoned in whole cents", () => {
  expect(sum([0.1, 0.2])).toBe(0.3);
  expect(sum([17.9, 23.8, 0.1])).toBe(41.8);
  expect(sum([])).toBe(0);
});
