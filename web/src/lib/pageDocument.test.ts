import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { barsOthers, needsDocument, takesScripts, WITH_SCRIPTS, WITHOUT_EDITORS } from "./pageDocument";

test("the lists are those of the server's policies", () => {
  const layers = readFileSync(join(import.meta.dirname, "../../../crates/server/src/layers.rs"), "utf8");
  const listOf = (name: string) => {
    const list = new RegExp(`const ${name}: \\[&str; \\d+\\] = \\[([^\\]]*)\\]`).exec(layers)?.[1] ?? "";
    return [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path);
  };
  expect(listOf("WITH_SCRIPTS")).toEqual(WITH_SCRIPTS);
  expect(listOf("WITHOUT_EDITORS")).toEqual(WITHOUT_EDITORS);
});

test("a document takes what its path's policy takes", () => {
  expect(
    ["/sivut/lounas", "/franchise/a", "/sivut", "/Sivut/a", "/lounas", "/", "/ostoskori"].map(takesScripts),
  ).toEqual([true, true, false, false, false, false, false]);
  expect(
    ["/ostoskori", "/Tilaus/1", "/kysely/1", "/sivut/%6Bilpailu", "/", "/sivut/a"].map(barsOthers),
  ).toEqual([true, true, true, true, false, false]);
  expect(takesScripts("/sivut/%6Bilpailu")).toBe(false);
});

test.each([
  ["/", "/sivut/lounas", true],
  ["/sivut/lounas", "/menu", true],
  ["/sivut/lounas", "/sivut/kilpailu", true],
  ["/sivut/lounas", "/franchise/haku", true],
  ["/sivut/lounas", "/sivut/lounas", false],
  ["/", "/ostoskori", false],
  ["/lounas", "/menu", false],
])("from %s to %s a document of its own: %s", (from, to, needs) => {
  expect(needsDocument(from, to)).toBe(needs);
});
