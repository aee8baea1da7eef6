/** The house's own rules: who may import whom, and who may look at status numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "..");
/** What each layer may import of the others, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  api: [],
  search: ["lib", "api"],
  live: ["api"],
  analytics: ["lib", "api"],
  session: ["lib", "api"],
  art: ["lib", "api"],
  ui: ["lib", "api", "art"],
  map: ["lib", "api", "art", "ui"],
  "order-status": ["lib", "api", "live", "art", "ui", "map"],
  shop: ["lib", "api", "analytics", "live", "session"],
  products: ["lib", "api", "analytics", "art", "ui", "shop"],
  content: ["lib", "api", "analytics", "art", "ui", "shop", "products"],
  "order-setup": ["lib", "api", "analytics", "art", "ui", "map", "shop", "content"],
  features:
    "lib api search analytics live session art ui map order-status shop products order-setup content".split(
      " ",
    ),
  app: "lib api search analytics live session art ui map order-status shop products order-setup content features".split(
    " ",
  ),
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
      !/(^|\/)(?:\w+T|t)exts\.ts$|^lib\/helsinki\.ts$|^art\/food\/recipe\.ts$/.test(path),
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

/** What a browser may keep, and why (docs/spec/people.md, "This browser"); a new key is added here and there. */
const KEPT = {
  // Without asking: what the shop cannot do without, and what a person sets by hand.
  "ovelle.order": "the cart; of a person no longer than a day",
  "ovelle.checkout": "the order that is being placed",
  "ovelle.placed-orders": "links of orders that are under way",
  "ovelle.consent": "the answer itself",
  "ovelle.signed-in": "the session",
  "ovelle.sign-out-waits": "the session's end that waits for the network",
  "ovelle.theme": "set by hand",
  "ovelle.alerts": "set by hand: notices that were closed",
  "ovelle.board.lateSound": "set by hand, by the staff",
  "ovelle.board.shortcuts": "set by hand, by the staff",
  "ovelle.member": "that a member was signed in here; not who",
  "ovelle.remember": "set by hand: that one is remembered, and until when",
  // With the tab.
  pickup_search_query: "the last search; over visits only where one is remembered",
  "ovelle.origin": "the page that one went to sign in from",
  "ovelle.join-asked": "that this visit was asked to join once",
  "ovelle.reloaded": "that this visit was loaded anew once",
  "ovelle.positions": "how far pages were scrolled",
  "ovelle.preview": "an editor's token that shows drafts",
  "ovelle.code": "a draft",
  "ovelle.feedback": "a draft",
  "ovelle.setup.2": "a draft",
  "ovelle.building.1": "a draft",
  "ovelle.combo.1": "a draft",
  // By one's leave: gone when it is taken back.
  "ovelle.visitor": "with leave to count",
  "ovelle.experiments": "with leave to count",
  "ovelle.variants": "with leave to count, with the tab: what an address forced",
  "ovelle.purchases": "with leave to count",
  "ovelle.attribution": "with leave for marketing",
} as const;

test("what a browser keeps is of the list, and few files touch its storage", () => {
  const texts = files
    .filter((path) => isProduct({ from: path, to: "" }) && !path.startsWith("testing/"))
    .map((path) => ({ path, text: withoutComments(readFileSync(join(SRC, path), "utf8")) }));
  const touching = texts.filter(({ text }) =>
    /\b(localStorage|sessionStorage|indexedDB)\b|document\.cookie|\bcaches\./.test(text),
  );
  expect(touching.map(({ path }) => path).toSorted()).toEqual([
    "app/routing/positions.ts",
    "app/startOver.ts",
    "lib/reloadOnce.ts",
    "lib/textStorage.ts",
  ]);
  const named = new Set(
    texts.flatMap(
      ({ text }) => text.match(/"(ovelle\.(?!live\.)[a-zA-Z.0-9-]+|pickup_search_query)"/g) ?? [],
    ),
  );
  expect([...named].map((name) => name.slice(1, -1)).toSorted()).toEqual(Object.keys(KEPT).toSorted());
});
