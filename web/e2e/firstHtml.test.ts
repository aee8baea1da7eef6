/** The first HTML: what stands there before any script, what is loaded for it, and how the app takes over. */
import { brotliCompressSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { theBrowser } from "./harness/browser";
import { shiftOf } from "./harness/shifts";
import type { Visit } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();

const PAGES = [
  ["/", "Etusivu", "Uunista ovelle"],
  ["/menu", "Ruokalista", ""],
  ["/menu/hunajapesa", "Hunajapesä", "Hunajapesä"],
  ["/menu/olematon", "Tuotetta ei löydy", ""],
  ["/ravintolat/ovelle-kaisaniemi", "Ovelle Kaisaniemi", "Ovelle Kaisaniemi"],
  ["/ostoskori", "Ostoskori", "Ostoskori"],
  ["/olematon", "Sivua ei löydy", "Sivua ei löydy"],
] as const;
const PATHS = [...PAGES.map(([path]) => path), "/ravintolat", "/kotijoukot", "/kupongit"];

it.each(PAGES)("%s says what it is before any script", async (path, title, words) => {
  const context = await (await theBrowser()).newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`http://${world.server.address}${path}`);
  expect(await page.title()).toBe(`${title} · Ovelle`);
  expect(await page.locator(".first h1").innerText()).toBe(words);
  expect(await page.locator(".first .logo svg").isVisible()).toBe(true);
  await context.close();
});

it.each(PATHS)("%s loads nothing twice, and nothing that it does not use", async (path) => {
  const visit = await world.visitor();
  const asked: string[] = [];
  visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const warnings: string[] = [];
  visit.page.on("console", (message) => {
    if (message.text().includes("preload")) warnings.push(message.text());
  });
  await visit.open(path);
  await visit.page.locator(".first").waitFor({ state: "detached" });
  await visit.page.waitForLoadState("networkidle");
  const preloaded = await visit.page
    .locator('link[rel="preload"], link[rel="modulepreload"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  expect(preloaded.length).toBeGreaterThan(8);
  const times = preloaded.map((file) => [file, asked.filter((one) => one === file).length]);
  expect(times.filter(([, count]) => count !== 1)).toEqual([]);
  expect(warnings).toEqual([]);
});

it.each(["/", "/menu/hunajapesa", "/tilaus/1"])(
  "%s asks for nothing of the app before its first paint",
  async (path) => {
    const visit = await world.visitor();
    await visit.open(path);
    await visit.page.locator(".first").waitFor({ state: "detached" });
    const { painted, early } = await visit.page.evaluate(() => {
      const at = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const files = performance.getEntriesByType("resource").filter(({ name }) => /\.(?:js|css)$/.test(name));
      return { painted: at, early: files.filter(({ startTime }) => startTime < at).map(({ name }) => name) };
    });
    expect(painted).toBeGreaterThan(0);
    expect(early).toEqual([]);
  },
);

it.each([
  [
    "/menu/hunajapesa",
    (page: Page) =>
      page
        .getByRole("dialog", { name: "Hunajapesä" })
        .getByRole("button", { name: /^Lisää tilaukseen(?!:)/ }),
  ],
  ["/menu", (page: Page) => page.getByRole("article").first()],
] as const)(
  "the picture of %s is in the first paint, and is the largest that a phone ever sees",
  async (path, app) => {
    const visit = await world.visitor();
    await visit.open(path);
    await app(visit.page).waitFor();
    await visit.page.locator(".first").waitFor({ state: "detached" });
    await visit.page.waitForLoadState("networkidle");
    const largest = await visit.page.evaluate(
      () =>
        new Promise<(string | undefined)[]>((resolve) => {
          new PerformanceObserver((list) => {
            const entries = list.getEntries() as (PerformanceEntry & { url?: string })[];
            resolve(entries.map(({ url }) => url));
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
    const first = /<img src="([^"]+)" alt="" fetchpriority="high">/.exec(await read(path))?.[1];
    expect(first).toContain("/assets/pictures/");
    expect(largest.at(-1)).toContain(first);
    // Drawn by the app, it is no larger: it counts as painted when it was painted first.
    expect(largest.filter((url) => url?.endsWith(first ?? ""))).toHaveLength(1);
  },
);

/** How much script a page waits for, in KB as brotli makes it. */
const SCRIPTS = [
  ["/", 146],
  ["/menu", 128],
  ["/menu/hunajapesa", 139],
  ["/ravintolat", 125],
  ["/ostoskori", 148],
  ["/tilaus/1", 147],
  ["/kotijoukot", 146],
  ["/minun-kotijoukot", 150],
  ["/kupongit", 150],
] as const;

it.each(SCRIPTS)("%s waits for at most %i KB of script", async (path, most) => {
  const html = await read(path);
  const files = new Set(
    [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file),
  );
  expect(files.size).toBeGreaterThan(3);
  const sizes = await Promise.all(
    [...files].map(async (file) => brotliCompressSync(await read(file)).length),
  );
  expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(most * 1_000);
});

it("a product's page asks at most 46 times, and for no list of all that is said of restaurants", async () => {
  const visit = await world.visitor();
  const asked: string[] = [];
  visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit.open("/menu/hunajapesa");
  await visit.page.getByRole("contentinfo").waitFor({ state: "attached" });
  await visit.page.waitForLoadState("networkidle");
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.length).toBeLessThanOrEqual(46);
  expect(asked).not.toContain("/api/commerce/v2/shops");
});

it("a list of restaurants is some bytes of each", async () => {
  const list = await read("/api/commerce/v2/shops/summaries");
  const shops = JSON.parse(list) as unknown[];
  expect(shops.length).toBeGreaterThan(5);
  expect(list.length).toBeLessThanOrEqual(shops.length * 1_600);
});

async function read(path: string): Promise<string> {
  const response = await fetch(`http://${world.server.address}${path}`);
  expect(response.status).toBeLessThan(500);
  return response.text();
}

it("each face of our fonts is said once", async () => {
  const visit = await world.visitor();
  await visit.open("/menu");
  await visit.page.locator(".first").waitFor({ state: "detached" });
  const faces = await visit.page.evaluate(() =>
    [...document.fonts].map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`),
  );
  expect(faces.toSorted()).toEqual([
    "Familjen Grotesk 400 700",
    "Familjen fallback 400 500",
    "Familjen fallback 600 700",
    "Figtree 300 900",
    "Figtree fallback normal",
  ]);
});

it.each(["phone", "desktop"] as const)(
  "on a %s the header stands still when the app takes over",
  async (device) => {
    for (const path of ["/menu", "/ostoskori"]) {
      const visit = await world.visitor({ device });
      const goOn = await heldAtFirstPaint(visit, path);
      const logo = visit.page
        .getByRole("banner")
        .getByRole("link", { name: "Ovelle, etusivulle" })
        .locator("svg");
      await logo.waitFor();
      const before = await placeOf(visit.page);
      await goOn();
      const after = await placeOf(visit.page);
      for (const side of ["x", "width", "height"] as const)
        expect(Math.abs(after[side] - before[side])).toBeLessThan(1);
    }
  },
);

it.each(["phone", "desktop"] as const)(
  "on a %s the restaurants come where their shapes stood",
  async (device) => {
    const visit = await world.visitor({ device });
    const goOn = await heldAtFirstPaint(visit, "/ravintolat");
    const shapes = visit.page.locator(".first main");
    await shapes.locator("i").last().waitFor();
    await visit.page.evaluate(async () => document.fonts.ready);
    const said = await shapes.locator("h1").textContent();
    expect(said).toMatch(/^Kaikki \d+ Ovelle-ravintolaa$/);
    const before = await boxesOf([shapes.locator("h1"), ...(await shapes.locator("i").all())]);
    await goOn();
    const list = visit.page.getByRole("main");
    const [heading, search] = [list.getByRole("heading", { level: 1 }), list.getByRole("search")];
    await expect.poll(() => heading.textContent()).toBe(said);
    const beside =
      device === "desktop"
        ? search.locator("xpath=../following-sibling::*")
        : list.getByRole("button", { name: "Näytä kartalla" });
    const rows = [0, 1, 2, 3].map((at) => list.getByRole("listitem").nth(at));
    const real = [heading, search.locator("div"), beside, ...rows];
    await expect.poll(async () => farthest(before, await boxesOf(real))).toBeLessThan(1);
  },
);

it("a product that is none is said over the menu, as the first paint has it", async () => {
  const visit = await world.visitor();
  const goOn = await heldAtFirstPaint(visit, "/menu/olematon");
  await visit.page.locator('.first[data-shape="dialog"]').waitFor();
  await goOn();
  await visit.page.getByRole("dialog").getByText("Tuotetta ei löydy tästä ravintolasta.").waitFor();
  await expect.poll(() => visit.page.title()).toBe("Tuotetta ei löydy · Ovelle");
});

type Box = { x: number; y: number; width: number; height: number };

/** Where each of them stands; one that does not is nowhere. */
function boxesOf(parts: Locator[]): Promise<(Box | null)[]> {
  return Promise.all(parts.map((part) => part.boundingBox()));
}

/** By how much a side of one lies off that of its counterpart at most. */
function farthest(before: (Box | null)[], after: (Box | null)[]): number {
  const sides = ["x", "y", "width", "height"] as const;
  const off = before.flatMap((box, at) =>
    sides.map((side) => Math.abs((box?.[side] ?? Infinity) - (after[at]?.[side] ?? 0))),
  );
  return Math.max(...off);
}

/** Opens a page up to its first paint; what is returned lets the app, which waits for one file, go on. */
async function heldAtFirstPaint(visit: Visit, path: string): Promise<() => Promise<void>> {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await visit.page.route("**/assets/index-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const opened = visit.open(path);
  return async () => {
    go();
    await opened;
    await visit.page.locator(".first").waitFor({ state: "detached" });
  };
}

/** What moves less than this stands still (the shop's figures). */
const STILL = 0.01;
/** Pages that wait for what they are of, or are so short that their footer is in sight. */
const WAITING = ["/ravintolat", "/ravintolat/ovelle-kaisaniemi", "/ravintolat/olematon", "/olematon"];

it.each(WAITING)("%s stands still once it is seen", async (path) => {
  for (const device of ["phone", "desktop"] as const) {
    const { page } = await world.visit(path, { device, motion: true });
    await page.locator(".first").waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    expect(await shiftOf(page), device).toBeLessThanOrEqual(STILL);
  }
});

/** Where the logo stands, from the header's top. */
async function placeOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator("header a[aria-label='Ovelle, etusivulle'] svg").boundingBox();
  const header = await page.locator("header").first().boundingBox();
  if (!box || !header) throw new Error("there is no logo");
  return { ...box, y: box.y - header.y };
}

// spec: SH-16, SH-17
it("an open page of another build offers the new one, and one of the same build does not", async () => {
  const visit = await world.visit("/ravintolat");
  const own = await visit.page.locator('meta[name="ovelle-version"]').getAttribute("content");
  const version = await (await fetch(`http://${world.server.address}/version`)).text();
  expect(version).toBe(own);
  expect(await visit.page.getByText("Ovelle päivittyi.").count()).toBe(0);

  const old = await world.visitor();
  await old.page.route("**/version", (route) => route.fulfill({ body: "0.1.0+000000000000" }));
  await old.open("/ravintolat");
  await old.page.getByText("Ovelle päivittyi.").waitFor();
  await old.page.unroute("**/version");
  await old.page.getByRole("button", { name: "Lataa sivu uudelleen." }).click();
  await old.page.waitForLoadState("networkidle");
  await expect.poll(() => old.page.getByText("Ovelle päivittyi.").count()).toBe(0);
});
