// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { draftsIn, isRecord } from "./drafts";

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** Drafts of a text each. */
function open() {
  return draftsIn("drafts", (value) => (typeof value === "string" ? value : null));
}

test("a draft is found again by what it is of, until it is dropped", () => {
  open().keep("a", "one");
  open().keep("b", "two");
  open().keep("a", "three");
  expect(open().find("a")).toBe("three");
  expect(open().find("b")).toBe("two");
  expect(open().find("c")).toBeNull();
  open().drop("a");
  expect(open().find("a")).toBeNull();
  expect(open().find("b")).toBe("two");
});

test("where none is left nothing is kept", () => {
  open().keep("a", "one");
  open().drop("a");
  expect(sessionStorage).toHaveLength(0);
  open().keep("a", "one");
  open().keep("b", "two");
  open().clear();
  expect(sessionStorage).toHaveLength(0);
});

test("of many the oldest goes", () => {
  for (let at = 0; at < 20; at += 1) open().keep(String(at), "text");
  expect(open().find("11")).toBeNull();
  expect(open().find("12")).toBe("text");
});

test.each(["", "{", "7", "null", "{}", '["a"]', "[[1, 2]]", '[["a", 7]]'])(
  "what means nothing is as none: %s",
  (text) => {
    sessionStorage.setItem("drafts", text);
    expect(open().find("a")).toBeNull();
    open().keep("a", "one");
    expect(open().find("a")).toBe("one");
  },
);

test.each([
  [{}, true],
  [[], true],
  [null, false],
  ["object", false],
  [7, false],
  [undefined, false],
])("that %j has parts is %s", (value, has) => {
  expect(isRecord(value)).toBe(has);
});

test("where storage is forbidden nothing is found, and nothing fails", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(forbidden);
  open().keep("a", "one");
  open().drop("a");
  expect(open().find("a")).toBeNull();
});
