// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { remember, rememberNoMore } from "../orders/rememberHere";
import { lastSearch, rememberSearch } from "./lastSearch";

const KEY = "pickup_search_query";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  rememberNoMore();
});

// spec: OS-13
test("what was searched for is kept for the next pickup, and forgotten by a delivery", () => {
  expect(lastSearch()).toBe("");
  rememberSearch("pickup", "Kallio");
  expect(lastSearch()).toBe("Kallio");
  expect(sessionStorage.getItem(KEY)).toBe("Kallio");
  rememberSearch("delivery", "Liisankatu 12");
  expect(lastSearch()).toBe("");
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test("from visit to visit it is kept only where one is remembered", () => {
  rememberSearch("pickup", "Kallio");
  expect(localStorage.getItem(KEY)).toBeNull();
  remember();
  rememberSearch("eatin", "Kamppi");
  sessionStorage.clear();
  expect(lastSearch()).toBe("Kamppi");
});
