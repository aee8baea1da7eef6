/** The staff's desk without a mouse, and as a screen reader hears it. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { BOARD, KEYS, ORDER } from "../src/features/desk-board/texts";
import { audit } from "./harness/audit";
import { DISPLAYS, SIZES } from "./harness/browser";
import { deliveryToday } from "./harness/orders";
import { awaitSign, expectOutline, outlineOf } from "./harness/reading";
import { boardRow, boardRows, colleague, visitAs } from "./harness/staff";
import { useWorld } from "./harness/world";

const world = useWorld();

async function openDesk(query = ""): Promise<Page> {
  const person = await colleague(world.server);
  const { page } = await visitAs(world, { device: "desktop" }, person, `/seuranta${query}`);
  await awaitSign(page, "live");
  return page;
}

function of(name: string, promisedIn: number) {
  const order = deliveryToday(promisedIn);
  return { ...order, customer: { ...order.customer, name } };
}

const heading = (page: Page, orderId: string) =>
  page.getByRole("heading", { level: 2, name: ORDER.title(orderId) });
const focusedOrder = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("data-order") ?? document.activeElement?.tagName);

it("is worked with the keyboard alone", async () => {
  const late = await world.kitchen.having(of("Kaisa Kauas", -90), "accepted", "inMaking", "inOven");
  const first = await world.kitchen.register(of("Kaisa Kotona", 40));
  const second = await world.kitchen.register(of("Kaisa Kulmilla", 45));
  const page = await openDesk();
  const { keyboard } = page;
  // Search, go down to what was found, open it.
  await keyboard.press("/");
  await keyboard.type("kaisa");
  await expect.poll(() => boardRows(page).count()).toBe(3);
  await keyboard.press("ArrowDown");
  await expect.poll(() => focusedOrder(page)).toBe(late.orderId);
  await keyboard.press("ArrowDown");
  await expect.poll(() => focusedOrder(page)).toBe(first.orderId);
  await keyboard.press("Enter");
  await heading(page, first.orderId).waitFor();
  // On to the next one, and back.
  await keyboard.press("j");
  await heading(page, second.orderId).waitFor();
  await keyboard.press("k");
  await heading(page, first.orderId).waitFor();
  await keyboard.press("Escape");
  await expect.poll(() => focusedOrder(page)).toBe(first.orderId);
  // What is in the oven alone; a digit that is written is a digit.
  await keyboard.press("5");
  await expect.poll(() => boardRows(page).count()).toBe(1);
  await expect.poll(() => focusedOrder(page)).toBe(late.orderId);
  await keyboard.press("1");
  await keyboard.press("/");
  await keyboard.type(" 2");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("kaisa 2");
  await page.getByRole("button", { name: BOARD.all, pressed: true }).waitFor();
});

it("tells its keys, and lets the single ones be switched off", async () => {
  const page = await openDesk();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: KEYS.title });
  await help.waitFor();
  for (const { device, theme } of DISPLAYS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize(SIZES[device]);
    expect(await audit(page), `${device}, ${theme}`).toEqual([]);
  }
  await page.setViewportSize(SIZES.desktop);
  await help.getByRole("checkbox", { name: KEYS.areOn }).press("Space");
  await page.keyboard.press("Escape");
  await expect.poll(() => help.count()).toBe(0);
  await page.keyboard.press("2");
  await page.keyboard.press("?");
  expect(await page.getByRole("button", { name: BOARD.all, pressed: true }).count()).toBe(1);
  expect(await help.count()).toBe(0);
  // The button is there for those.
  await page.getByRole("button", { name: KEYS.title }).press("Enter");
  await help.getByRole("checkbox", { name: KEYS.areOn }).press("Space");
  await help.getByRole("button", { name: KEYS.close }).press("Enter");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: new RegExp(`^${BOARD.late}`), pressed: true }).waitFor();
});

it("waits with a new order of rows until one asks for it, and keeps the focus in the list", async () => {
  const first = await world.kitchen.register(of("Rauha Rivi", 40));
  const page = await openDesk("?haku=rauha");
  await boardRow(page, first.orderId).focus();
  const before = await world.kitchen.register(of("Rauha Rivi", -30));
  const changes = page.getByRole("button", { name: /^1 muutos/ });
  await changes.waitFor();
  expect(await boardRows(page).count()).toBe(1);
  await changes.press("Enter");
  await boardRow(page, before.orderId).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focusedOrder(page)).toBe(before.orderId);
});

it("is heard as a table of orders with its parts", async () => {
  const late = await world.kitchen.having(of("Outi Otsikko", -30), "accepted", "inMaking", "inOven");
  const over = await world.kitchen.register(of("Outi Otsikko", 40));
  await world.kitchen.reportStatus(over, "cancelled", "Asiakas perui.");
  const page = await openDesk("?haku=outi");
  await boardRow(page, late.orderId).waitFor();
  await expect.poll(() => boardRows(page).count()).toBe(2);
  await expectOutline("board-table", async () => {
    const outline = await outlineOf(page.getByRole("main"));
    // In a day's first half hour the late one was promised the day before, which is said with its date.
    return outline.replaceAll("#.#. #.#", "#.#");
  });
});
