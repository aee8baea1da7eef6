/** A member from joining to leaving, on both devices; what is shown once, and who is led where. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { tabTo } from "../harness/focus";
import { cardOf, joined, payAndGet } from "../harness/loyalty";
import { memberTo } from "../harness/member";
import { expectUsable } from "../harness/usable";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 90_000;
const CARD = "/minun-kotijoukot";

const path = (page: Page) => new URL(page.url()).pathname;
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

describe.each(["phone", "desktop"] as const)("on a %s", (device) => {
  // spec: LO-14, LO-29
  it("the welcome is walked through by the keyboard, and is not there another time", async () => {
    const who = await joined(world, { device }, { isNew: true });
    await who.open(CARD);
    const welcome = dialog(who.page, "Tervetuloa Kotijoukkoihin");
    await welcome.waitFor();
    for (let slide = 1; slide < 4; slide += 1) {
      await tabTo(who.page, "Eteenpäin");
      await who.page.keyboard.press("Enter");
    }
    await heading(who.page, "Koodit ja kupongit").waitFor();
    await who.page.keyboard.press("Escape");
    await welcome.waitFor({ state: "detached" });
    await expect.poll(async () => (await cardOf(who)).showWelcomeModal).toBe(false);
    await who.page.reload();
    await heading(who.page, "Palkintoslaissini").waitFor();
    expect(await welcome.count()).toBe(0);
  });

  // spec: LO-01, LO-03, LO-09, LO-11, CA-73
  it("a paid order brings its slices, which the cart has told before", async () => {
    const who = await joined(world, { device });
    const before = (await cardOf(who)).slices;
    await who.open("/ostoskori");
    await who.page.getByText(/^Tästä tilauksesta saat 2\sslaissia\.$/).waitFor();
    const orderId = await payAndGet(who, world);
    await expect.poll(async () => (await cardOf(who)).slices).toBe(before + 2);
    await who.open(CARD);
    await who.page.getByText(`Enää ${9 - before - 2} slaissia ja ilmaista pizzaa pukkaa.`).waitFor();
    const row = who.page.getByRole("listitem").filter({ hasText: `Tilaus ${orderId}` });
    expect(await row.innerText()).toContain("+2");
  });

  it("who leaves is asked, and is no member any more", async () => {
    const who = await joined(world, { device });
    await who.open(CARD);
    await who.page.getByRole("link", { name: "Eroa Kotijoukoista" }).click();
    await dialog(who.page, "Erotaanko Kotijoukoista?").getByRole("button", { name: "Eroa" }).click();
    await expect.poll(() => path(who.page)).toBe("/kotijoukot");
    await who.page.getByRole("link", { name: "Liity Kotijoukkoihin" }).waitFor();
    await who.open(CARD);
    await expect.poll(() => path(who.page)).toBe("/kotijoukot");
  });
});

// spec: LO-08, SH-02, SH-06
it("who is no member is led to what the programme is, and from there to joining", async () => {
  const guest = await world.visit(CARD);
  await expect.poll(() => path(guest.page)).toBe("/kotijoukot");
  await guest.page.getByRole("main").getByRole("link", { name: "Tee tili ja liity" }).click();
  await expect.poll(() => path(guest.page)).toBe("/rekisteroidy");
  const who = await memberTo(world);
  await who.open("/kotijoukot");
  await who.page.getByRole("link", { name: "Liity Kotijoukkoihin" }).click();
  await expect.poll(() => path(who.page)).toBe("/rekisteroidy/syntymaaika");
});

// spec: LG-06, LG-18, LO-20
it("who joins comes to their card, with its welcome", async () => {
  const who = await memberTo(world);
  await who.open("/rekisteroidy/syntymaaika");
  const { page } = who;
  await page.getByLabel("Päivä").selectOption({ label: "28." });
  await page.getByLabel("Kuukausi").selectOption({ label: "helmikuu" });
  await page.getByLabel("Vuosi").selectOption({ label: "1990" });
  await page.getByRole("button", { name: "Jatka" }).click();
  await expect.poll(() => path(page)).toBe(CARD);
  await dialog(page, "Tervetuloa Kotijoukkoihin").waitFor();
});

// spec: LO-17, LO-18
it("a customer is asked to join once a visit", async () => {
  const who = await memberTo(world, null, { isUnasked: true });
  await who.open("/");
  const asked = dialog(who.page, "Liity Kotijoukkoihin");
  await asked.waitFor();
  await asked.getByRole("button", { name: "Myöhemmin" }).last().click();
  await asked.waitFor({ state: "detached" });
  await who.page.reload();
  // Who one is has been heard, and all that comes later is there.
  await who.page.waitForLoadState("networkidle");
  await who.page.getByRole("contentinfo").waitFor({ state: "attached" });
  expect(await asked.count()).toBe(0);
});

// spec: LO-32, LO-36
it("a member who has signed out is known again by the browser, without a name", async () => {
  const who = await joined(world, { device: "desktop" });
  await who.open(CARD);
  await heading(who.page, "Palkintoslaissini").waitFor();
  await who.open("/menu#kirjaudu-ulos");
  await dialog(who.page, "Kirjaudu ulos?").getByRole("button", { name: "Kirjaudu ulos" }).click();
  await expect.poll(() => path(who.page)).toBe("/");
  await who.open("/kotijoukot");
  await who.page.getByText(/^Tervetuloa takaisin/).waitFor();
});

// spec: AC-14, AC-16
it(
  "one's codes stand on a page of their own",
  async () => {
    const who = await joined(world);
    await who.open("/asiakastili/etukoodini");
    await who.page.getByText(/^Ei vielä etukoodeja/).waitFor();
    await expectUsable(who.page);
  },
  AUDITED_WITHIN_MS,
);

it.each([["/kotijoukot"], [CARD]])("everybody can use %s", { timeout: AUDITED_WITHIN_MS }, async (at) => {
  const who = await joined(world);
  await who.open(at);
  await heading(who.page, /^(Kotijoukot|Palkintoslaissini)$/).waitFor();
  await expectUsable(who.page);
});
