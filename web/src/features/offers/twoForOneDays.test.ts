import { expect, test } from "vitest";
import { orderTime, twoForOneAt } from "./twoForOneDays";

test.each([
  ["2026-11-23 07:59", "now"],
  ["2026-11-23 08:00", "after-lunch"],
  ["2026-11-26 13:59", "after-lunch"],
  ["2026-11-26 14:00", "now"],
  ["2026-11-27 18:00", "monday"],
  ["2026-11-28 18:00", "monday"],
  ["2026-11-29 18:00", "monday"],
  ["2026-11-30 18:00", "now"],
])("at %s two for one is: %s", (time, is) => {
  expect(twoForOneAt(time)).toBe(is);
});

test("an order for later is judged by its own time", () => {
  const friday = Date.parse("2026-11-27T16:00:00Z");
  expect(orderTime(null, friday)).toBe("2026-11-27 18:00");
  expect(orderTime("2026-11-30 18:00", friday)).toBe("2026-11-30 18:00");
});
