/** What a customer says about an order. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { delivery, pickup } from "./harness/orders";
import type { Registered } from "./harness/kitchen";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { useWorld } from "./harness/world";

const world = useWorld();
const TOO_LONG = "Palautteen maksimipituus on 1000 merkkiä.";

async function delivered(): Promise<Registered> {
  const order = await world.kitchen.register(delivery());
  await world.kitchen.bring(order, "delivered");
  return order;
}

const choice = (page: Page) => page.getByRole("radiogroup");
const words = (page: Page) => page.getByRole("textbox");
const send = (page: Page) => page.getByRole("button", { name: "Lähetä palaute" });

describe("feedback", () => {
  // spec: T-18, T-79, T-81
  it("is given, kept, and there after a reload", async () => {
    const order = await delivered();
    const { page } = await world.visit(order.path);
    await choice(page).waitFor();
    await expect.poll(() => choice(page).getByRole("radio").count()).toBe(4);
    for (const label of ["Huono", "Okei", "Hyvä", "Huippu"]) {
      expect(await choice(page).getByRole("radio", { name: label }).count()).toBe(1);
    }
    await choice(page).getByText("Huippu").click();
    await words(page).fill("Reunat rapeat ja perillä kuumana. Kiitos kuskille.");
    await send(page).click();
    await page
      .getByText(/Kiitos/)
      .first()
      .waitFor();
    await expect
      .poll(() => world.kitchen.track(order))
      .toMatchObject({
        feedback: { rating: 4, text: "Reunat rapeat ja perillä kuumana. Kiitos kuskille." },
      });

    await page.reload();
    await page.getByText("Reunat rapeat ja perillä kuumana. Kiitos kuskille.").waitFor();
    await expect.poll(() => send(page).count()).toBe(0);
  });

  it("may be changed", async () => {
    const order = await delivered();
    const { page } = await world.visit(order.path);
    await choice(page).getByText("Huono").click();
    await send(page).click();
    await page.getByRole("button", { name: /Muuta/ }).click();
    await choice(page).getByText("Hyvä").click();
    await send(page).click();
    await expect.poll(() => world.kitchen.track(order)).toMatchObject({ feedback: { rating: 3 } });
  });

  it("half written survives a reload", async () => {
    const order = await delivered();
    const { page } = await world.visit(order.path);
    await choice(page).getByText("Okei").click();
    await words(page).fill("Juoma puuttui");
    await page.reload();
    await expect.poll(() => words(page).inputValue()).toBe("Juoma puuttui");
    await expect.poll(() => choice(page).getByRole("radio", { name: "Okei" }).isChecked()).toBe(true);
  });

  // spec: T-80
  it("is at most 1000 characters long", async () => {
    const order = await delivered();
    const { page } = await world.visit(order.path);
    await choice(page).getByText("Hyvä").click();
    await words(page).fill("a".repeat(1_001));
    await page.getByText(TOO_LONG).waitFor();
    await send(page).click();
    expect(await world.kitchen.track(order)).toMatchObject({ feedback: null });
    await words(page).fill("a".repeat(1_000));
    await send(page).click();
    await expect.poll(() => world.kitchen.track(order)).toMatchObject({ feedback: { rating: 3 } });
  });

  // spec: T-82
  it("that does not get through says so, and gets through when it can", async () => {
    const order = await delivered();
    const { page, proxy } = await world.visit(order.path);
    await choice(page).getByText("Huippu").click();
    await words(page).fill("Hyvää oli");
    proxy.set("gone");
    await send(page).click();
    const sorry = "Bitti poikittain – palautteesi ei mennyt perille. Yritä uudelleen.";
    await page.getByText(sorry, { exact: true }).waitFor();
    expect(await words(page).inputValue()).toBe("Hyvää oli");
    proxy.set("open");
    await send(page).click();
    await expect.poll(() => world.kitchen.track(order)).toMatchObject({ feedback: { text: "Hyvää oli" } });
  });

  it("opens on the page that watched the order end, and can be given with the keyboard alone", async () => {
    const order = await world.kitchen.register(pickup());
    const { page } = await world.visit(order.path, { device: "desktop" });
    await awaitHeading(page, HEADING.received);
    expect(await choice(page).count()).toBe(0);
    await world.kitchen.reportStatus(order, "finished");
    await choice(page).waitFor();

    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
    for (let presses = 0; presses < 40 && (await focused()) !== "rating"; presses += 1) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => choice(page).getByRole("radio", { name: "Hyvä" }).isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Maistui");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => world.kitchen.track(order))
      .toMatchObject({ feedback: { rating: 3, text: "Maistui" } });
  });
});
