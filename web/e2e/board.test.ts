/** The board: every order under way, as it happens. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { BOARD, EVENTS, ORDER, SEARCH } from "../src/features/desk-board/texts";
import type { Registered } from "./harness/kitchen";
import { sendUnheard } from "./harness/ride";
import { median } from "./harness/moments";
import { deliveryToday, preorder, RESTAURANTS } from "./harness/orders";
import { awaitSign, plain } from "./harness/reading";
import { boardRow, boardRows, colleague, type Person, signIn, visitAs } from "./harness/staff";
import type { Visit } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();
/** "At once", on a machine that is also a browser and a server. */
const AT_ONCE_MS = 1_500;
const DESK = { device: "desktop", theme: "light" } as const;

let someone: Promise<Person> | null = null;

async function open(query = ""): Promise<Visit> {
  someone ??= colleague(world.server);
  const visit = await visitAs(world, DESK, await someone, `/seuranta${query}`);
  await awaitSign(visit.page, "live");
  return visit;
}

/** An order of somebody of this name, so that tests do not find each other's. */
function of(name: string, promisedIn = 50) {
  const order = deliveryToday(promisedIn);
  return { ...order, customer: { ...order.customer, name } };
}

const panel = (page: Page, orderId: string) =>
  page.getByRole("complementary", { name: ORDER.title(orderId) });

describe("the board", () => {
  it("shows an order, and each press of a kitchen, at once", async () => {
    const { page } = await open();
    const order = await world.kitchen.register(of("Otto Uusi"));
    const row = boardRow(page, order.orderId);
    await row.waitFor();
    await expect
      .poll(async () => plain(await row.innerText()))
      .toMatch(
        new RegExp(`^${order.orderId} Vastaanotettu alle 1 min .* Kluuvi Otto Uusi Aleksanterinkatu 9$`),
      );
    const took: number[] = [];
    for (const [press, words] of [
      ["accepted", "Hyväksytty"],
      ["inMaking", "Valmistuksessa"],
      ["inOven", "Uunissa"],
    ] as const) {
      const pressedAt = performance.now();
      await world.kitchen.reportStatus(order, press);
      await row.getByText(words).waitFor();
      took.push(performance.now() - pressedAt);
    }
    expect(median(took)).toBeLessThan(AT_ONCE_MS);
  });

  it("puts late orders first, and says by how much", async () => {
    const order = await world.kitchen.register(of("Lasse Lahti", -60));
    const { page } = await open();
    const first = () => boardRows(page).first().getAttribute("data-order");
    await expect.poll(first).toBe(order.orderId);
    await boardRow(page, order.orderId)
      .getByText(/^\+\d+ min$/)
      .waitFor();
    await page.getByRole("button", { name: BOARD.late }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?vaihe=late");
    await expect.poll(first).toBe(order.orderId);
  });

  it("puts failed deliveries and silent cars before the late ones, in words", async () => {
    const { kitchen } = world;
    const late = await kitchen.having(of("Poikkeus Laila", -30), "accepted");
    const silent = await sendUnheard(kitchen, of("Poikkeus Saku", 40));
    const failed = await kitchen.having(of("Poikkeus Eero", 45), "beingDelivered", "deliveryFailed");
    const over = await kitchen.having(of("Poikkeus Outi", 50), "beingDelivered", "failedBatchCompleted");
    const { page } = await open("?haku=poikkeus");
    await expect.poll(() => boardRows(page).count()).toBe(4);
    const ids = () =>
      boardRows(page).evaluateAll((rows) => rows.map((row) => row.getAttribute("data-order")));
    await expect.poll(ids).toEqual([silent, failed, over, late].map(({ orderId }) => orderId));
    const said = async (order: Registered) => plain(await boardRow(page, order.orderId).innerText());
    await expect.poll(() => said(silent)).toMatch(/Matkalla Auto hiljaa 2 min/);
    await expect.poll(() => said(failed)).toMatch(/Ei onnistunut alle 1 min ei arviota/);
    await expect.poll(() => said(over)).toMatch(/Ei onnistunut Kyyti päättyi/);
    for (const order of [silent, failed, over]) expect(await said(order)).not.toContain(BOARD.inTime);
  });

  it("keeps what it is asked in its address", async () => {
    const order = await world.kitchen.having(of("Ulla Uunila"), "accepted", "inMaking", "inOven");
    const { page } = await open();
    await page.getByRole("searchbox", { name: BOARD.search }).fill("uunila");
    await page.getByRole("combobox", { name: BOARD.restaurant }).selectOption(RESTAURANTS.kluuvi.id);
    await page.getByRole("button", { name: "Uunissa" }).click();
    await expect.poll(() => boardRows(page).count()).toBe(1);
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe(`?haku=uunila&ravintola=${RESTAURANTS.kluuvi.id}&vaihe=oven`);
    await page.reload();
    await boardRow(page, order.orderId).waitFor();
    await expect.poll(() => boardRows(page).count()).toBe(1);
    await page.getByRole("button", { name: "Keittiössä" }).click();
    await page.getByRole("heading", { name: BOARD.noMatch }).waitFor();
    await page.getByRole("button", { name: BOARD.showAll }).click();
    await expect.poll(() => boardRows(page).count()).toBeGreaterThan(0);
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("goes back and forward through what was chosen", async () => {
    await world.kitchen.register(of("Veeti Valinta"));
    const { page } = await open("?haku=valinta");
    const search = () => new URL(page.url()).search;
    await page.getByRole("button", { name: "Uudet" }).click();
    await page.getByRole("combobox", { name: BOARD.restaurant }).selectOption(RESTAURANTS.kluuvi.id);
    await page.getByRole("button", { name: BOARD.map }).click();
    await expect.poll(search).toBe(`?haku=valinta&vaihe=new&ravintola=${RESTAURANTS.kluuvi.id}&view=kartta`);
    await page.goBack();
    await expect.poll(() => boardRows(page).count()).toBe(1);
    await page.goBack();
    await expect.poll(() => page.getByRole("combobox", { name: BOARD.restaurant }).inputValue()).toBe("");
    await page.goBack();
    await expect.poll(search).toBe("?haku=valinta");
    await page.goForward();
    await page.getByRole("button", { name: "Uudet", pressed: true }).waitFor();
  });

  it("notices an order that becomes late: in the title, in the list, and aloud", async () => {
    await world.kitchen.register(of("Lasse Lahti", -60));
    const { page } = await open();
    await expect.poll(() => page.title()).toMatch(/^\d+ myöhässä · Seuranta · Ovelle$/);
    const before = Number.parseInt(await page.title(), 10);
    const order = await world.kitchen.register(of("Matti Myöhäinen", -20));
    await expect.poll(() => page.title()).toBe(`${before + 1} myöhässä · Seuranta · Ovelle`);
    const said = page.locator("[aria-live=polite]:not([role=status])").filter({ hasText: "myöhässä" });
    await expect.poll(() => said.allInnerTexts()).toEqual([`Tilaus ${order.orderId} on myöhässä`]);
    await boardRow(page, order.orderId).waitFor();
  });

  it("lets the bell be heard once, and remembers it", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: BOARD.sound, pressed: false }).click();
    await page.reload();
    const bell = page.getByRole("button", { name: BOARD.sound });
    await expect.poll(() => bell.getAttribute("aria-pressed")).toBe("true");
  });

  it("says who else looks at an order", async () => {
    const order = await world.kitchen.register(of("Kaarina Katsottu"));
    const { page } = await open("?haku=katsottu");
    const customer = await world.visitor();
    // One poll counts as watching for 45 s, and a page that is slow to connect polls.
    await customer.page.route("**/order-tracking/**", (poll) => poll.abort());
    await customer.open(order.path);
    await awaitSign(customer.page, "live");
    const other = await visitAs(
      world,
      DESK,
      await colleague(world.server),
      `/seuranta?tilaus=${order.orderId}`,
    );
    const row = boardRow(page, order.orderId);
    await row.getByText(ORDER.watching).waitFor();
    await row.getByText(/^Avoinna myös: henkilo\d+@ovelle\.example$/).waitFor();
    await customer.page.goto("about:blank");
    await other.page.keyboard.press("Escape");
    await expect.poll(() => row.getByText(/Avoinna|seuraa nyt/).count(), { timeout: 20_000 }).toBe(0);
  });

  it("finds what has left it long ago", async () => {
    const { page } = await open();
    const { customer } = of("Liisa Löytö");
    const order = await world.kitchen.register({ ...preorder(72), customer });
    await page.getByRole("searchbox", { name: BOARD.search }).fill("löytö");
    const others = page.getByRole("region", { name: SEARCH.title });
    await others.locator(`[data-order="${order.orderId}"]`).click();
    await panel(page, order.orderId).getByText("Liisa Löytö").waitFor();
    expect(await boardRow(page, order.orderId).count()).toBe(0);
    await page.getByRole("searchbox", { name: BOARD.search }).fill("ei tällaista ole");
    await others.getByText(SEARCH.none).waitFor();
  });

  it("goes on without sockets, more slowly", async () => {
    const order = await world.kitchen.register(of("Hilma Hidas"));
    someone ??= colleague(world.server);
    const visit = await world.visitor({ ...DESK, clock: true });
    await signIn(world.server, visit, await someone);
    visit.proxy.set("no-sockets");
    await visit.open("/seuranta?haku=hilma");
    await visit.page.getByRole("searchbox").waitFor();
    await visit.page.clock.fastForward(6_500);
    await awaitSign(visit.page, "polling");
    const row = boardRow(visit.page, order.orderId);
    await row.getByText("Vastaanotettu").waitFor();
    await world.kitchen.reportStatus(order, "accepted");
    await visit.page.clock.fastForward(30_000);
    await row.getByText("Hyväksytty").waitFor();
  });
});

describe("an opened order", () => {
  it("says what happened and who said so, as it happens, with the customer's link", async () => {
    const order = await world.kitchen.having(of("Aili Avattu"), "accepted");
    const { page } = await open();
    await boardRow(page, order.orderId).click();
    const opened = panel(page, order.orderId);
    await opened.getByText("Aili Avattu").waitFor();
    const events = opened.getByRole("list").first().getByRole("listitem");
    await expect.poll(() => events.count()).toBe(2);
    await world.kitchen.reportStatus(order, "inMaking", "Ananas loppui, laitoimme persikkaa.");
    await expect
      .poll(async () => plain(await events.first().innerText()))
      .toMatch(
        new RegExp(
          `^\\d\\d?\\.\\d\\d ${EVENTS.inMaking} keittiö ${ORDER.note} Ananas loppui, laitoimme persikkaa\\.$`,
        ),
      );
    const link = opened.getByRole("textbox", { name: ORDER.link });
    await expect.poll(async () => (await link.inputValue()).endsWith(order.path)).toBe(true);
    await opened.getByRole("button", { name: ORDER.copy }).click();
    await opened.getByText(new RegExp(`${ORDER.copied}|${ORDER.notCopied}`)).waitFor();
  });

  it("says whether its customer is watching", async () => {
    const order = await world.kitchen.register(of("Kaisa Katsoja"));
    const customer = await world.visit(order.path);
    await awaitSign(customer.page, "live");
    const { page } = await open(`?tilaus=${order.orderId}`);
    await panel(page, order.orderId).getByText(ORDER.watching).waitFor();
  });

  it("is reached and left with the keyboard", async () => {
    await world.kitchen.register(of("Nappi Näppäimistö"));
    await world.kitchen.register(of("Nappi Näppäimistö"));
    const { page } = await open("?haku=nappi");
    await expect.poll(() => boardRows(page).count()).toBe(2);
    await page.getByRole("searchbox").focus();
    for (let presses = 0; presses < 20; presses += 1) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute("role"))) === "row") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("ArrowDown");
    const second = await boardRows(page).nth(1).getAttribute("data-order");
    await page.keyboard.press("Enter");
    await panel(page, second ?? "").waitFor();
    await expect.poll(() => boardRow(page, second ?? "").getAttribute("aria-selected")).toBe("true");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(ORDER.title(second ?? ""));
    await page.keyboard.press("Escape");
    await expect.poll(() => panel(page, second ?? "").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-order")))
      .toBe(second);
  });

  it("on a phone is a page of its own, and one step back leads to the list", async () => {
    const order = await world.kitchen.register(of("Pekka Puhelin"));
    someone ??= colleague(world.server);
    const { page } = await visitAs(world, {}, await someone, "/seuranta?haku=puhelin");
    await boardRow(page, order.orderId).click();
    await panel(page, order.orderId).getByText("Pekka Puhelin").waitFor();
    await boardRow(page, order.orderId).waitFor({ state: "hidden" });
    await page.goBack();
    await boardRow(page, order.orderId).waitFor();
    await expect.poll(() => panel(page, order.orderId).count()).toBe(0);
  });
});
