/** The wheel: opened by the first order, turned by the keyboard, and checked by the browser. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { tabTo } from "../harness/focus";
import { cardOf, joined, payAndGet, verify, wheelOf as sheet } from "../harness/loyalty";
import type { Member } from "../harness/member";
import { expectUsable } from "../harness/usable";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 120_000;
const CARD = "/minun-kotijoukot";

const result = (page: Page) => sheet(page).getByRole("heading", { level: 3 });

/** Has paid for an order, and stands before the wheel. */
async function before(who: Member): Promise<void> {
  await payAndGet(who, world);
  await expect.poll(async () => (await cardOf(who)).wheel.enabled).toBe(true);
  await who.open(`${CARD}#pizzapyora`);
  await sheet(who.page).waitFor();
}

describe.each(["phone", "desktop"] as const)("on a %s", (device) => {
  // spec: WH-03, WH-06, WH-07
  it("turns by the keyboard; its result is said, checked, and not shown another time", async () => {
    const who = await joined(world, { device });
    await before(who);
    const { spins } = await cardOf(who);
    await tabTo(who.page, "Pyöräytä");
    await who.page.keyboard.press("Space");
    // Nothing moves for whoever wants it so: the result comes with the answer.
    await result(who.page).waitFor();
    const title = await result(who.page).innerText();
    const spoken = sheet(who.page).locator("[aria-live=polite]");
    await expect.poll(() => spoken.innerText()).toContain(title);
    expect(await verify(who.page)).toEqual({ right: 4, wrong: 0 });
    await sheet(who.page).getByRole("button", { name: "Sulje" }).last().click();
    await result(who.page).waitFor({ state: "detached" });
    await expect.poll(async () => (await cardOf(who)).showPrizeModal).toBe(false);
    expect((await cardOf(who)).spins).toBeLessThanOrEqual(spins);
    await who.open(CARD);
    await who.page.getByRole("heading", { name: "Palkintoslaissini" }).waitFor();
    expect(await sheet(who.page).count()).toBe(0);
  });
});

// spec: WH-06
it("turns for ten seconds and stops in four, where the server has said", async () => {
  const who = await joined(world, { motion: true });
  await before(who);
  const from = Date.now();
  await sheet(who.page).getByRole("button", { name: "Pyöräytä" }).click();
  await result(who.page).waitFor();
  expect(Date.now() - from).toBeGreaterThanOrEqual(13_900);
  const { lastPrize } = await cardOf(who);
  expect(lastPrize).not.toBeNull();
});

// spec: WH-07
it("a prize whose wheel was left is shown on coming back", async () => {
  const who = await joined(world, { motion: true });
  await before(who);
  await sheet(who.page).getByRole("button", { name: "Pyöräytä" }).click();
  await expect.poll(async () => (await cardOf(who)).showPrizeModal).toBe(true);
  await who.open(CARD);
  await result(who.page).waitFor();
});

// spec: WH-02
it("is locked until the first order", async () => {
  const who = await joined(world);
  await who.open(CARD);
  await who.page.getByText("Pyörä aukeaa ensimmäisestä tilauksestasi.").first().waitFor();
  expect(await who.page.getByRole("button", { name: "Pyöräytä" }).count()).toBe(0);
});

// spec: WH-03, WH-05
it("who is under 15 is told its rule and no more", async () => {
  const year = new Date().getFullYear() - 14;
  const who = await joined(world, {}, { birthDate: `${year}-01-01` });
  await payAndGet(who, world);
  await who.open(CARD);
  await who.page.getByText("Pyörää saa pyörittää 15-vuotiaasta alkaen.").waitFor();
  expect(await who.page.getByRole("button", { name: /Pyöräytä|Katso pyörää/ }).count()).toBe(0);
});

// spec: WH-18
it("a wheel that fails says so, and can be tried again", async () => {
  const who = await joined(world);
  await before(who);
  await who.page.route("**/api/wheel/spin", (route) => route.fulfill({ status: 503, body: "" }));
  await sheet(who.page).getByRole("button", { name: "Pyöräytä" }).click();
  const failed = who.page.getByRole("dialog", { name: /^Jokin meni pieleen! Pizzapyörä ei nyt toimi/ });
  await failed.getByRole("button", { name: "Sulje", exact: true }).click();
  await who.page.unroute("**/api/wheel/spin");
  await sheet(who.page).getByRole("button", { name: "Pyöräytä" }).click();
  await result(who.page).waitFor();
  expect((await cardOf(who)).lastPrize).not.toBeNull();
});

it(
  "everybody can use the wheel",
  async () => {
    const who = await joined(world);
    await before(who);
    await expectUsable(who.page);
  },
  AUDITED_WITHIN_MS,
);
