/** The pages without a mouse, and as a screen reader hears them. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { HEADING } from "./harness/headings";
import { delivery } from "./harness/orders";
import { awaitHeading, awaitSign, plain } from "./harness/reading";
import { CUSTOMER, shopper } from "./harness/shopper";
import { useWorld } from "./harness/world";

const world = useWorld();

describe("the keyboard alone", () => {
  it("skips to the content first", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(order.path, { device: "desktop" });
    await awaitHeading(page, HEADING.received);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatchObject({ name: "Siirry sisältöön", ringed: true });
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  });

  it("reaches everything that can be pressed, in the order it stands, with a ring that is seen", async () => {
    const order = await world.kitchen.register(delivery());
    await world.kitchen.bring(order, "delivered");
    const { page } = await world.visit(order.path, { device: "desktop" });
    await page.getByRole("radiogroup").waitFor();
    const reached: Focus[] = [];
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      const here = await focused(page);
      if (here.name === "") break;
      reached.push(here);
    }
    expect(reached.filter(({ ringed }) => !ringed)).toEqual([]);
    expect(reached.map(({ name }) => name)).toEqual([
      "Siirry sisältöön",
      "Ovelle, etusivulle",
      "Huono",
      "Kerro lisää, jos haluat",
      "Lähetä palaute",
      "Soita +358 9 000 0114",
      "kluuvi@ovelle.example",
      "Lataa tai poista tiedot",
      "Tumma teema",
    ]);
  });

  it("who goes to a field of a page at once stays there, while the page's title is read out", async () => {
    const { page } = await shopper(world, "/menu", CUSTOMER.full, { device: "desktop" });
    const cart = page.getByRole("link", { name: /^Ostoskori/ }).last();
    // A link of the first paint loads the page anew.
    await page.locator(".first").waitFor({ state: "detached" });
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const field = document.querySelector<HTMLElement>("input[autocomplete=name]");
        if (!field) return;
        observer.disconnect();
        field.focus();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await cart.click();
    await page.getByText("Ostoskori · Ovelle").waitFor({ state: "attached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("autocomplete"))).toBe("name");
  });

  it("chooses the theme, which stays", async () => {
    const { page } = await world.visit("/", { device: "desktop" });
    await awaitHeading(page, HEADING.home);
    const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
    await page.getByRole("button", { name: "Tumma teema" }).press("Enter");
    await expect.poll(theme).toBe("dark");
    await page.reload();
    await awaitHeading(page, HEADING.home);
    expect(await theme()).toBe("dark");
    await page.getByRole("button", { name: "Vaalea teema" }).press("Enter");
    await expect.poll(theme).toBe("light");
  });
});

describe("those who listen", () => {
  it("are told of a new stage at once", async () => {
    const order = await world.kitchen.having(delivery(), "accepted", "inMaking");
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await world.kitchen.reportStatus(order, "inOven");
    const said = page.locator("[aria-live=polite]:not([role=status])");
    await expect.poll(async () => plain((await said.allInnerTexts()).join(" "))).toContain(HEADING.inOven);
  });
});

interface Focus {
  name: string;
  /** Whether it has a ring, or its label has, where it is itself out of sight. */
  ringed: boolean;
}

/** What has the focus, by the name that is read out. */
function focused(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const here = document.activeElement;
    if (!(here instanceof HTMLElement) || here === document.body) return { name: "", ringed: false };
    const label =
      (here instanceof HTMLInputElement || here instanceof HTMLTextAreaElement) && here.labels?.[0];
    const name = here.getAttribute("aria-label") ?? (label || here).textContent ?? "";
    const ringed = [here, label].some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    return { name: name.trim(), ringed };
  });
}
