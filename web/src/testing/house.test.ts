/** The house's own rules: who may import whom, and who may look at status numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "..");
/** What each room may import of the others, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  api: [],
  live: ["api"],
  ui: ["lib", "api"],
  map: ["lib", "api", "ui"],
  order: ["lib", "api", "live", "ui", "map"],
  features: ["lib", "api", "live", "ui", "map", "order"],
  app: ["lib", "api", "live", "ui", "map", "order", "features"],
};

interface Import {
  from: string;
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"),
);
const imports = files.flatMap(importsOf);

function importsOf(path: string): Import[] {
  const text = readFileSync(join(SRC, path), "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, to = ""]) => ({
    from: path,
    to: to.startsWith(".") ? relative(SRC, resolve(SRC, dirname(path), to)) : to,
  }));
}

const roomOf = (path: string) => path.split("/")[0] ?? "";
const isOurs = ({ to }: Import) => roomOf(to) in MAY_IMPORT;
const isProduct = ({ from }: Import) => !/\.test\.tsx?$|\/testing\//.test(from);

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test("arrows run down only: lib, api, live, ui, map, order, features, app", () => {
  const wrong = imports
    .filter((one) => isOurs(one) && isProduct(one) && roomOf(one.from) in MAY_IMPORT)
    .filter(({ from, to }) => roomOf(from) !== roomOf(to) && !MAY_IMPORT[roomOf(from)]?.includes(roomOf(to)));
  expect(wrong).toEqual([]);
});

test("no feature imports another", () => {
  const feature = (path: string) => path.split("/")[1];
  const wrong = imports.filter(
    ({ from, to }) =>
      roomOf(from) === "features" && roomOf(to) === "features" && feature(from) !== feature(to),
  );
  expect(wrong).toEqual([]);
});

test("the live client knows no React", () => {
  const wrong = imports.filter(({ from, to }) => roomOf(from) === "live" && /^react|^@tanstack/.test(to));
  expect(wrong).toEqual([]);
});

test("in the live client the connection knows no topic, and no topic another", () => {
  const topicOf = (path: string) => /^live\/topics\/([^/]+)\//.exec(path)?.[1];
  const ofTopics = imports.filter((one) => isProduct(one) && topicOf(one.to) !== undefined);
  const wrong = ofTopics.filter(
    ({ from, to }) =>
      /^live\/(connection\/|client\.ts)/.test(from) ||
      (topicOf(from) !== undefined && topicOf(from) !== topicOf(to)),
  );
  expect(ofTopics.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("only live/rules.ts looks at status numbers, only the live client opens sockets", () => {
  const others = files.filter((path) => roomOf(path) in MAY_IMPORT && !/^live\/|\.test\.tsx?$/.test(path));
  const wrong = others.filter((path) =>
    /[sS]tatus\s*(?:[=!]==|[<>]=?)\s*-?\d|new WebSocket\(/.test(readFileSync(join(SRC, path), "utf8")),
  );
  expect(wrong).toEqual([]);
});
