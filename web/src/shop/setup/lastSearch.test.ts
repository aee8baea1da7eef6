import { beforeEach, expect, test } from "vitest";
import { lastSearch, rememberSearch } from "./lastSearch";

beforeEach(() => localStorage.clear());

// spec: OS-13
test("what was searched for is remembered for the next pickup, and forgotten by a delivery", () => {
  expect(lastSearch()).toBe("");
  rememberSearch("pickup", "Kallio");
  expect(lastSearch()).toBe("Kallio");
  expect(localStorage.getItem("pickup_search_query")).toBe("Kallio");
  rememberSearch("delivery", "Liisankatu 12");
  expect(lastSearch()).toBe("");
});
