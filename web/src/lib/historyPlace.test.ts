// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { historyPlace } from "./historyPlace";

afterEach(() => window.history.replaceState(null, ""));

test.each([
  [{ idx: 3 }, 3],
  [{ idx: "3" }, 0],
  [{ key: "a" }, 0],
  [null, 0],
  ["idx", 0],
])("an entry that remembers %j is number %i", (state, place) => {
  window.history.replaceState(state, "");
  expect(historyPlace()).toBe(place);
});
