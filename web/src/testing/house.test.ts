/** The house's own rules: who may import whom, and who may look at status numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "..");
/** What each layer may import of the others, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  api: [],
  live: ["api"],
  session: ["lib", "api"],
  art: ["lib", "api"],
  ui: ["lib", "api", "art"],
  map: ["lib", "api", "art", "ui"],
  "order-status": ["lib", "api", "live", "art", "ui", "map"],
  shop: ["lib", "api", "live", "session"],
  products: ["lib", "api", "art", "ui", "shop"],
  content: ["lib", "api", "art", "ui", "shop", "products"],
  "order-setup": ["lib", "api", "art", "ui", "map", "shop", "content"],
  features: "lib api live session art ui map order-status shop products order-setup content".split(" "),
  app: "lib api live session art ui map order-status shop products order-setup content features".split(" "),
};

interface Import {
  from: string;
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && !path.startsWith("testing/fixtures/"),
);
const imports = files.flatMap(importsOf);

function importsOf(path: string): Import[] {
  const text = readFileSync(join(SRC, path), "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, to = ""]) => ({
    from: path,
    to: to.startsWith(".") ? relative(SRC, resolve(SRC, dirname(path), to)) : to,
  }));
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
const layerOf = (path: string) => path.split("/")[0] ?? "";
const isOurs = ({ to }: Import) => layerOf(to) in MAY_IMPORT;
const isProduct = ({ from }: Import) => !/\.test\.tsx?$|\/testing\//.test(from);

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test("arrows run down only, and every layer has its place among them", () => {
  const wrong = imports
    .filter((one) => isOurs(one) && isProduct(one) && layerOf(one.from) in MAY_IMPORT)
    .filter(
      ({ from, to }) => layerOf(from) !== layerOf(to) && !MAY_IMPORT[layerOf(from)]?.includes(layerOf(to)),
    );
  expect(wrong).toEqual([]);
  const layers = new Set(files.filter((path) => path.includes("/")).map(layerOf));
  expect([...layers].toSorted()).toEqual([...Object.keys(MAY_IMPORT), "testing"].toSorted());
});

test("a class that all pages share is one that they have", () => {
  const base = readFileSync(join(SRC, "ui/base.css"), "utf8");
  const known = new Set([...base.matchAll(/^\.([a-z-]+)/gm)].map(([, name]) => name));
  const used = files
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) =>
      [...readFileSync(join(SRC, path), "utf8").matchAll(/className="([^"]+)"/g)].flatMap(([, names = ""]) =>
        names.split(" ").map((name) => ({ path, name })),
      ),
    );
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
});

test("no feature imports another", () => {
  const feature = (path: string) => path.split("/")[1];
  const wrong = imports.filter(
    ({ from, to }) =>
      layerOf(from) === "features" && layerOf(to) === "features" && feature(from) !== feature(to),
  );
  expect(wrong).toEqual([]);
});

test("the live client knows no React", () => {
  const wrong = imports.filter(
    ({ from, to }) => layerOf(from) === "live" && /^react|^@tanstack|^zustand/.test(to),
  );
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
  const others = files.filter((path) => layerOf(path) in MAY_IMPORT && !/^live\/|\.test\.tsx?$/.test(path));
  const wrong = others.filter((path) =>
    /[sS]tatus\s*(?:[=!]==|[<>]=?)\s*-?\d|new WebSocket\(/.test(readFileSync(join(SRC, path), "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("what a person reads stands in texts.ts; a sentence of Finnish elsewhere is found by its letters", () => {
  // Patterns that know a word of the menu by sight, and the days and hours of a date, are no sentences of a page.
  const others = files.filter(
    (path) =>
      isProduct({ from: path, to: "" }) &&
      !/(^|\/)texts\.ts$|^lib\/helsinki\.ts$|^art\/food\/recipe\.ts$/.test(path),
  );
  const wrong = others.filter((path) =>
    /[äöÄÖ]/.test(withoutComments(readFileSync(join(SRC, path), "utf8"))),
  );
  expect(wrong).toEqual([]);
});

test("what a finger cannot do is styled for who can: a press on glass leaves no hover behind", () => {
  const styles = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  const unguarded = styles.flatMap((path) => {
    const around: string[] = [];
    return readFileSync(join(SRC, path), "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split(/(?<=[{}])/)
      .filter((part) => {
        if (part.endsWith("}")) around.pop();
        else around.push(part);
        return part.includes(":hover") && !around.some((one) => one.includes("(hover: hover)"));
      })
      .map((part) => `${path}: ${part.trim()}`);
  });
  expect(styles.length).toBeGreaterThan(50);
  expect(unguarded).toEqual([]);
});

test("only api describes calls: no path is written by hand, and no answer is cast", () => {
  const others = files.filter((path) => isProduct({ from: path, to: "" }) && layerOf(path) !== "api");
  const calls = others.filter((path) =>
    /from "[./]*api\/(client|request)"/.test(readFileSync(join(SRC, path), "utf8")),
  );
  const wrong = others.filter((path) =>
    /`\/api\/|\bfetch\(["'`]|\b(body|answer|data) as [A-Z]/.test(readFileSync(join(SRC, path), "utf8")),
  );
  expect(calls.length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});
