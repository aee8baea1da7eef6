/** The editor in a hand: nothing lies over what one presses, the pizza stays in sight, and what was built is not lost by *back*. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { CUSTOMER, shopper } from "./harness/shopper";
import { useWorld } from "./harness/world";

const world = useWorld();
const editor = (page: Page) => page.getByRole("dialog", { name: "Perfetta" });
const card = (page: Page) =>
  page.getByRole("region", { name: "Pizzat" }).getByRole("link", { name: "Perfetta" }).first();

/** What one presses whose middle the way out lies over. */
const covered = (page: Page) =>
  editor(page).evaluate((dialog) =>
    [...dialog.querySelectorAll<HTMLElement>("button, select, input, summary")].flatMap((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const out = hit?.closest('button[aria-label="Sulje"]') ?? null;
      // What is scrolled under the bar is out of sight.
      const isUnderBar = dialog.querySelector("[data-past]") !== null && top < 60;
      return out === null || out === one || isUnderBar ? [] : [one.getAttribute("aria-label") ?? one.id];
    }),
  );

it("on a phone the way out lies over nothing, and a small pizza stays while toppings are chosen", async () => {
  const { page } = await shopper(world, "/menu/perfetta", CUSTOMER.chosen);
  await editor(page)
    .getByRole("button", { name: /^Lisää: / })
    .first()
    .waitFor();
  const bar = editor(page).locator("[data-past]");
  expect(await bar.count()).toBe(0);
  const scroller = editor(page).locator("[data-editor] > :first-child");
  for (let at = 0; at < 2_400; at += 60) {
    await scroller.evaluate((element, top) => element.scrollTo(0, top), at);
    expect(await covered(page), `at ${at} px`).toEqual([]);
  }
  await bar.waitFor();
  await expect.poll(() => bar.locator("svg").count()).toBe(1);
  const [small, out] = [
    await bar.boundingBox(),
    await page.getByRole("button", { name: "Sulje" }).boundingBox(),
  ];
  expect(out?.y).toBeGreaterThanOrEqual(small?.y ?? 0);
  expect((out?.y ?? 0) + (out?.height ?? 0)).toBeLessThanOrEqual((small?.y ?? 0) + (small?.height ?? 0));
});

it("what was built is there after one went back, until one begins anew", async () => {
  const { page } = await shopper(world, "/menu", CUSTOMER.chosen);
  await card(page).click();
  await editor(page).getByRole("button", { name: "Lisää: Pepperoni" }).first().click();
  await editor(page).getByText("1/20", { exact: true }).waitFor();
  await page.goBack();
  await editor(page).waitFor({ state: "detached" });
  await card(page).click();
  await editor(page).getByText("1/20", { exact: true }).waitFor();
  await editor(page).getByText("Jatkat siitä, mihin jäit.").waitFor();
  await editor(page).getByRole("button", { name: "Aloita alusta" }).click();
  await editor(page).getByText("0/20", { exact: true }).waitFor();
  await expect.poll(() => editor(page).getByText("Jatkat siitä, mihin jäit.").count()).toBe(0);
  await page.goBack();
  await editor(page).waitFor({ state: "detached" });
  await card(page).click();
  await editor(page).getByText("0/20", { exact: true }).waitFor();
  expect(await editor(page).getByText("Jatkat siitä, mihin jäit.").count()).toBe(0);
});
