/** What does not come: a page's style, its later pieces, its pictures. What stands stays, and what is missing is asked for again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MENU } from "../src/features/menu/texts";
import { HEADING } from "./harness/headings";
import { delivery } from "./harness/orders";
import { awaitHeading, awaitSign } from "./harness/reading";
import { CUSTOMER, shopper, shopperTo } from "./harness/shopper";
import { useWorld } from "./harness/world";

const world = useWorld();

interface BuiltFile {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

const manifest = Object.entries(
  JSON.parse(readFileSync(join(import.meta.dirname, "../dist/.vite/manifest.json"), "utf8")) as Record<
    string,
    BuiltFile
  >,
);
/** Pages and what they are drawn of: all else that comes by itself is a later piece. */
const PAGES = /Page\.tsx$|Route\.tsx$|Overlay\.tsx$|MenuList\.tsx$/;
const NEEDED = new Set(manifest.flatMap(([name, { imports = [] }]) => (PAGES.test(name) ? imports : [])));
const PIECES = manifest
  .filter(([name, { isDynamicEntry }]) => isDynamicEntry && !PAGES.test(name) && !NEEDED.has(name))
  .map(([, { file }]) => `/${file}`);

/** Lets no later piece come until the answer is called. */
async function holdPieces(page: Page): Promise<() => Promise<void>> {
  const isPiece = (url: URL) => PIECES.includes(url.pathname);
  const abort = (route: Route) => route.abort("internetdisconnected");
  await page.route(isPiece, abort);
  return async () => {
    await page.unroute(isPiece, abort);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
  };
}

/** Whether every style that the page asked for is there. */
const isDressed = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return sheets.length > 0 && sheets.every(({ sheet }) => sheet !== null);
  });

describe("after a break of the network", () => {
  it.each([
    [
      "the menu",
      "/menu",
      "the cart",
      (page: Page) => page.getByRole("link", { name: /ostoskori/i }).last(),
      "Ostoskori",
    ],
    [
      "home",
      "/",
      "the restaurants",
      (page: Page) => page.getByRole("link", { name: "Etsi lähin uuni" }).first(),
      /ravintola/i,
    ],
    [
      "the menu",
      "/menu",
      "a product",
      (page: Page) => page.getByRole("link", { name: "Perfetta" }).first(),
      "Perfetta",
    ],
  ] as const)(
    "on %s (%s) %s opens as it should, and says so until then",
    async (_, path, __, link, heading) => {
      const { page } = await shopper(world, path, CUSTOMER.full);
      await link(page).waitFor();
      await page.context().setOffline(true);
      await page.getByText("Yhteys katkesi. Ostoskorisi on tallessa").waitFor();
      await link(page).click();
      await page.getByText("Yhteys ei toimi. Sivu aukeaa heti, kun yhteys palaa.").waitFor();
      await page.context().setOffline(false);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await expect.poll(() => isDressed(page)).toBe(true);
      await expect.poll(() => page.getByText("Yhteys ei toimi.").count()).toBe(0);
    },
  );

  it("the bar that says so stays in sight, and nothing lies under it", async () => {
    const { page } = await shopper(world, "/menu", CUSTOMER.full);
    await page.getByRole("link", { name: "Perfetta" }).first().waitFor();
    await page.context().setOffline(true);
    const bar = page.getByRole("alert").filter({ hasText: "Yhteys katkesi." });
    await bar.waitFor();
    await page.mouse.wheel(0, 3_000);
    const top = async (part: typeof bar) => (await part.boundingBox())?.y ?? -1;
    const nav = page.getByRole("navigation", { name: MENU.categories });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    expect(await top(bar)).toBeGreaterThanOrEqual(0);
    const box = await bar.boundingBox();
    expect(await top(nav)).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1);
  });

  it("pictures that did not come leave their room empty, and come", async () => {
    const visit = await shopperTo(world, CUSTOMER.chosen);
    const { page } = visit;
    const isPicture = (url: URL) => url.pathname.startsWith("/assets/pictures/");
    await page.route(isPicture, (route) => route.abort());
    await visit.open("/menu");
    const lost = page.locator("img[data-lost]");
    await expect.poll(() => lost.count()).toBeGreaterThan(2);
    expect(await lost.first().isVisible()).toBe(false);
    await page.unroute(isPicture);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(() => lost.count()).toBe(0);
  });
});

describe("without any of its later pieces", () => {
  it("there are pieces", () => {
    expect(PIECES.length).toBeGreaterThan(10);
  });

  it.each([
    ["/", "Uunista ovelle"],
    ["/menu", "Ruokalista"],
    ["/ravintolat", /ravintolaa?/i],
    ["/ostoskori", "Ostoskori"],
    ["/ota-yhteytta", /Ota yhteyttä/],
  ] as const)("%s stands", async (path, heading) => {
    const visit = await shopperTo(world, CUSTOMER.full);
    const release = await holdPieces(visit.page);
    await visit.open(path);
    await visit.page.getByRole("heading", { name: heading }).first().waitFor();
    await release();
    await visit.page.getByRole("heading", { name: heading }).first().waitFor();
    expect(await visit.page.getByText("Tapahtui yllättävä virhe").count()).toBe(0);
  });

  it("the tracker says where the pizza is; once the network is back it is drawn, too", async () => {
    const order = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven");
    const visit = await world.visitor();
    const release = await holdPieces(visit.page);
    await visit.open(order.path);
    await awaitHeading(visit.page, HEADING.inOven);
    await awaitSign(visit.page, "live");
    const scene = visit.page.locator('svg[viewBox="0 0 740 420"]');
    expect(await scene.count()).toBe(0);
    await release();
    await scene.waitFor();
    await awaitHeading(visit.page, HEADING.inOven);
  });
});
