// @vitest-environment jsdom
/** There is nobody who administers the shop through its pages or calls. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { routes } from "./routes";

const ADMIN = /admin|ylläpit|pääkäyttäj/i;
const pathsOf = (all: RouteObject[]): string[] =>
  all.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])]);

// spec: AC-26
test("no page, no word of one, and no operation or role of the server is an administrator's", () => {
  const paths = pathsOf(routes);
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => ADMIN.test(path))).toEqual([]);
  const texts = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
    /texts\.ts$/i.test(path),
  );
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter((path) => ADMIN.test(readFileSync(join("src", path), "utf8")))).toEqual([]);
  expect(readFileSync("src/api/openapi.json", "utf8")).not.toMatch(ADMIN);
});
