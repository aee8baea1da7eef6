/** The search in a real browser: by hand, by keyboard, without a network, and whether everybody can use it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CUSTOMER, shopper } from "./harness/shopper";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld();

/** It is audited on four devices. */
const AUDITED_WITHIN_MS = 90_000;

const field = (page: Page) => page.getByRole("combobox", { name: "Hae ruokaa, täytteitä ja ravintoloita" });
const options = (page: Page) => page.getByRole("listbox", { name: "Hakutulokset" }).getByRole("option");

describe.each(["phone", "desktop"] as const)("on a %s", (device) => {
  it("a dish is found by a word as one says it, with a slip, and opened by the keyboard alone", async () => {
    const { page } = await shopper(world, "/menu", CUSTOMER.chosen, { device });
    await field(page).focus();
    await page.keyboard.type("peperonit");
    await options(page).filter({ hasText: "Saunavuoro" }).waitFor();
    await page.keyboard.press("ArrowDown");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await options(page).first().getAttribute("id")).toBe(active);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/menu\/[a-z-]+$/);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => field(page).evaluate((input) => document.activeElement === input)).toBe(true);
  });

  it("a restaurant is found by its street, and by a tap", async () => {
    const { page } = await shopper(world, "/menu", CUSTOMER.new, { device });
    await field(page).fill("kaisaniemenkadu");
    await options(page).filter({ hasText: "Kaisaniemenkatu 5" }).click();
    await page.waitForURL(/\/ravintolat\/ovelle-kaisaniemi$/);
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.first().textContent()).toBe("Ovelle Kaisaniemi");
  });

  it("the header leads to the field from every page of the shop", async () => {
    const { page } = await shopper(world, "/ravintolat", CUSTOMER.new, { device });
    await page.locator(".first").waitFor({ state: "detached" });
    if (device === "phone") await page.getByRole("link", { name: "Avaa valikko" }).click();
    await page.getByRole("link", { name: "Haku" }).last().click();
    await page.waitForURL(/\/menu#haku$/);
    await expect.poll(() => field(page).evaluate((input) => document.activeElement === input)).toBe(true);
  });
});

it("without a network what has come is searched on", async () => {
  const { page, proxy } = await shopper(world, "/menu", CUSTOMER.chosen);
  await field(page).fill("hunajapesä");
  await options(page).filter({ hasText: "Hunajapesä" }).first().waitFor();
  proxy.set("gone");
  await field(page).fill("ilman pähkinää pizza");
  await page.getByText("Ilman: maapähkinä, pähkinät").first().waitFor();
  await expect.poll(() => options(page).filter({ hasText: "Margareta" }).count()).toBe(1);
  expect(await options(page).filter({ hasText: "Mummolan pelto" }).count()).toBe(0);
});

it("nothing of it comes before somebody goes to the field", async () => {
  const visit = await world.visitor();
  const asked: string[] = [];
  visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit.open("/menu");
  await visit.page.locator(".first").waitFor({ state: "detached" });
  await visit.page.waitForLoadState("networkidle");
  expect(asked.filter((path) => /\/Findings-/.test(path))).toEqual([]);
  await field(visit.page).fill("margareta");
  await options(visit.page).filter({ hasText: "Margareta" }).first().waitFor();
  expect(asked.filter((path) => /\/Findings-.*\.js$/.test(path))).toHaveLength(1);
});

it.each(["pizza", "ilman pähkinää", "ilman possua", "qwertyqwerty"])(
  "everybody can use what “%s” finds",
  async (text) => {
    const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
    await field(page).fill(text);
    await page
      .getByText(/^Annokset$|^Emme tiedä varmasti|^Haulla ei löytynyt/)
      .first()
      .waitFor();
    await expectUsable(page);
  },
  AUDITED_WITHIN_MS,
);
