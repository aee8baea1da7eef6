/** What one goes on with is in sight, whatever stands over it. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { CUSTOMER, shopper } from "./harness/shopper";
import { useWorld } from "./harness/world";

const world = useWorld();

/** How far a thing reaches out of the window, in CSS pixels; 0 where it is wholly in sight. */
async function outOfSight(page: Page, thing: Locator): Promise<number> {
  const box = await thing.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (box === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, -box.y, box.y + box.height - height);
}

it.each([
  [390, 844],
  [390, 780],
  [1280, 900],
] as const)(
  "on the front page the way to the menu is, once an address is chosen: %i × %i",
  async (...size) => {
    const { page } = await shopper(world, "/", CUSTOMER.new);
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.getByRole("combobox", { name: "Syötä kuljetusosoite" }).click();
    await page.keyboard.type("Liisankatu 12");
    await page
      .getByRole("option", { name: /Liisankatu 12/ })
      .first()
      .click();
    // The price beside the restaurant says of what it is.
    await page.getByText(/, kuljetus\s\d+,\d\d\s€/).waitFor();
    const go = page.getByRole("button", { name: "Siirry ostoksille", exact: true });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => outOfSight(page, go)).toBe(0);
  },
);

it("in a phone's cart the way to pay is from the first view to the last, and the page begins at its top", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.full);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.goto(new URL("/ostoskori", page.url()).href);
  const pay = page.getByRole("button", { name: /^Maksa \d/ });
  await pay.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await outOfSight(page, pay)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await outOfSight(page, pay)).toBe(0);
  // The end of the page is not left under it.
  const [end, bar] = [await page.locator("footer").boundingBox(), await pay.boundingBox()];
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await pay.click();
  const name = page.getByRole("textbox", { name: "Nimi" });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect
    .poll(async () => {
      const [field, button] = [await name.boundingBox(), await pay.boundingBox()];
      return (field?.y ?? 0) >= 0 && (field?.y ?? 0) + (field?.height ?? 0) <= (button?.y ?? 0);
    })
    .toBe(true);
});
