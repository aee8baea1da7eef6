import { expect, test } from "vitest";
import { filterOf, isFilter, openedIn, viewIn, withFilter, withOpened, withView } from "./filter";

test("the address says what is shown, and nothing of what is usual", () => {
  const shown = withOpened(
    withFilter(new URLSearchParams(), { text: "noora", restaurantId: "14", chip: "late" }),
    "10234",
  );
  expect(shown.toString()).toBe("haku=noora&ravintola=14&vaihe=late&tilaus=10234");
  expect(filterOf(shown)).toEqual({ text: "noora", restaurantId: "14", chip: "late" });
  expect(openedIn(shown)).toBe("10234");
  const none = withOpened(withFilter(shown, { text: "", restaurantId: null, chip: "all" }), null);
  expect(none.toString()).toBe("");
});

test("one change leaves the rest as it was", () => {
  const query = new URLSearchParams("haku=noora&tilaus=1&muu=2");
  expect(withFilter(query, { chip: "oven" }).toString()).toBe("haku=noora&tilaus=1&muu=2&vaihe=oven");
});

test("what an address cannot mean is left out", () => {
  expect(filterOf(new URLSearchParams("vaihe=hukassa")).chip).toBe("all");
});

test("the map is a way of looking that the address tells, too", () => {
  const map = withView(new URLSearchParams("haku=noora"), "map");
  expect(map.toString()).toBe("haku=noora&view=kartta");
  expect([viewIn(map), viewIn(new URLSearchParams("view=muu"))]).toEqual(["map", "list"]);
  expect(withView(map, "list").toString()).toBe("haku=noora");
});

test.each([
  [{ text: " ", restaurantId: null, chip: "all" }, false],
  [{ text: "a", restaurantId: null, chip: "all" }, true],
  [{ text: "", restaurantId: "14", chip: "all" }, true],
  [{ text: "", restaurantId: null, chip: "late" }, true],
] as const)("%j leaves something out: %j", (filter, leavesOut) => {
  expect(isFilter(filter)).toBe(leavesOut);
});
