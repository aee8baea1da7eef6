import { expect, test } from "vitest";
import { pagePath } from "./pagePath";

test.each([
  ["/menu/perfetta", "/menu/perfetta"],
  ["/tilaus", "/tilaus"],
  ["/tilaus/tulos", "/tilaus/tulos"],
  ["/tilaus/10023", "/tilaus/:orderId"],
  ["/seuraa/0123456789abcdefghijkl", "/seuraa/:token"],
  ["/kysely/10023", "/kysely/:orderId"],
  [`/${"a".repeat(300)}`, `/${"a".repeat(199)}`],
])("%s is counted as %s", (pathname, path) => {
  expect(pagePath(pathname)).toBe(path);
});
