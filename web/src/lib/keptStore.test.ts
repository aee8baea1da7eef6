// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { keptStore } from "./keptStore";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** A store of one number, of which none is remembered where it is 0. */
function open() {
  return keptStore<{ count: number }>(
    "count",
    { count: 7 },
    {
      read: (text) => (/^\d+$/.test(text) ? { count: Number(text) } : null),
      write: ({ count }) => (count === 0 ? null : String(count)),
    },
  );
}

test("what was chosen is there on the next visit, as the plain text that it always was", () => {
  open().setState({ count: 3 });
  expect(localStorage.getItem("count")).toBe("3");
  expect(open().getState()).toEqual({ count: 3 });
  open().setState({ count: 0 });
  expect(localStorage.getItem("count")).toBeNull();
});

test("what another tab has kept since is taken up; where nothing is kept all stays", () => {
  const store = open();
  localStorage.setItem("count", "5");
  store.reread();
  expect(store.getState()).toEqual({ count: 5 });
  localStorage.clear();
  store.reread();
  expect(store.getState()).toEqual({ count: 5 });
});

test("a text that means nothing is as none", () => {
  localStorage.setItem("count", "three");
  expect(open().getState()).toEqual({ count: 7 });
});

test("where storage is forbidden a choice holds for the visit", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  const store = open();
  store.setState({ count: 3 });
  expect(store.getState()).toEqual({ count: 3 });
});
