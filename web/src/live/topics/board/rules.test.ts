import { expect, test } from "vitest";
import { aRow } from "../../testing/boards";
import { at, EPOCH } from "../../testing/orders";
import { dueAt, groupOf, minutesLate } from "./rules";

const STATUSES = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const MINUTE = 60_000;

test("every status has its place on the board", () => {
  const groups = (change: Parameters<typeof aRow>[1]) =>
    STATUSES.map((status) => groupOf(aRow("1", { status, ...change }))).join(" ");
  expect(groups({})).toBe(
    "new new new kitchen oven waiting waiting waiting waiting road road done done done done",
  );
  expect(groups({ orderType: "pickup" })).toMatch(/^new new new kitchen oven done /);
  expect(groups({ orderType: "eatin" })).toMatch(/^new new new kitchen oven done /);
  expect(groups({ preOrderTime: at(600) })).toMatch(/^preorder preorder preorder kitchen oven /);
});

test("a late row is late by its upper estimate, or by now where that is later", () => {
  const estimate = { at: at(0), minutes: 50, from: 45, to: 55, basis: "kitchen" as const };
  const row = aRow("1", { late: true, promisedAt: at(40), estimate });
  expect(minutesLate(row, EPOCH)).toBe(15);
  expect(minutesLate(row, EPOCH + 60 * MINUTE)).toBe(20);
  expect(minutesLate({ ...row, estimate: null }, EPOCH + 41 * MINUTE)).toBe(1);
});

test("whether it is late is the server's word; a late one is late by a minute at least", () => {
  expect(minutesLate(aRow("1", { late: false, promisedAt: at(-60) }), EPOCH)).toBe(0);
  expect(minutesLate(aRow("1", { late: true, promisedAt: at(1) }), EPOCH)).toBe(1);
});

test("a row is due as promised, else as asked for, else as placed", () => {
  expect(dueAt(aRow("1", { promisedAt: at(40), preOrderTime: at(30) }))).toBe(EPOCH + 40 * MINUTE);
  expect(dueAt(aRow("1", { promisedAt: null, preOrderTime: at(30) }))).toBe(EPOCH + 30 * MINUTE);
  expect(dueAt(aRow("1", { promisedAt: null, placedAt: at(3) }))).toBe(EPOCH + 3 * MINUTE);
});
