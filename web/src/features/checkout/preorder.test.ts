// @vitest-environment node
import { expect, test } from "vitest";
import { momentOfPreorder } from "./preorder";

// spec: CK-33
test.each([
  ["2026-11-27 18:00", "2026-11-27T16:00:00Z"],
  ["2026-07-01 18:00", "2026-07-01T15:00:00Z"],
  // The night when the clock goes back: the first of the two.
  ["2026-10-25 03:30", "2026-10-25T00:30:00Z"],
  ["2026-10-25 04:15", "2026-10-25T02:15:00Z"],
])("%s in Helsinki is %s", (wallTime, moment) => {
  expect(new Date(momentOfPreorder(wallTime)).toISOString()).toBe(moment.replace("Z", ".000Z"));
});
