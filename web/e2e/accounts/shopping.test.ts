/** Coming in on the way to the till, and going out: what of a cart is kept, and what of a person is known. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { line, OPEN, pickupAt, ready } from "../harness/checkoutPage";
import { ask, change, freshEmail, memberTo, PASSWORD } from "../harness/member";
import { shopper } from "../harness/shopper";
import { expectUsable } from "../harness/usable";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 90_000;
const PICKED_UP = { method: pickupAt(OPEN.kaisaniemi), items: [line()] };

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { name: "Ratapiha" });
const path = (page: Page) => new URL(page.url()).pathname;

/** How many lines the cart has. */
function lines(page: Page): Promise<number> {
  return page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as { items?: unknown[] };
    return kept.items?.length ?? 0;
  }, ORDER_KEY);
}

describe.each(["phone", "desktop"] as const)("on a %s", (device) => {
  it("a guest registers at the till and comes back to it, with the cart kept and the fields filled", async () => {
    const { page } = await shopper(world, "/ostoskori", PICKED_UP, { device });
    await heading(page).waitFor();
    await page.getByRole("link", { name: "Kirjaudu sisään" }).first().click();
    await expect.poll(() => path(page)).toBe("/kirjaudu");
    await page.getByRole("main").getByRole("link", { name: "Rekisteröidy" }).click();
    await field(page, "Etunimi").fill("Aino");
    await field(page, "Sukunimi").fill("Virtanen");
    await field(page, "Puhelinnumero").fill("040 123 4567");
    const email = freshEmail();
    await field(page, "Sähköposti").fill(email);
    await page.getByLabel("Salasana", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Salasana uudelleen").fill(PASSWORD);
    await page.getByRole("checkbox", { name: /käyttöehdot/ }).check();
    await page.getByRole("button", { name: "Luo tili" }).click();
    // Who registers is asked for a date of birth, and may go on without.
    await page.waitForURL(/syntymaaika/);
    await page.getByRole("button", { name: "Myöhemmin" }).click();
    await page.waitForURL(/\/ostoskori/);
    await heading(page).waitFor();
    await expect.poll(() => field(page, "Nimi").inputValue()).toBe("Aino Virtanen");
    expect(await field(page, "Sähköposti").inputValue()).toBe(email);
    expect(await field(page, "Puhelin").inputValue()).toBe("040 123 4567");
  });
});

// spec: PY-10
it("the preferred method is chosen at the till; it is remembered there", async () => {
  const who = await memberTo(world, PICKED_UP);
  await who.open("/ostoskori");
  const { page } = who;
  const counter = page.getByRole("radio", { name: /ravintola/i });
  await counter.check();
  await page.getByRole("checkbox", { name: "Valitse tämä valmiiksi ensi kerralla" }).check();
  await expect
    .poll(() => ask(who, "get", "/api/users/me"))
    .toMatchObject({ preferredPaymentMethod: { id: "onsite" } });
  await page.evaluate((key) => localStorage.removeItem(key), ORDER_KEY);
  await who.open("/ostoskori");
  await expect.poll(() => counter.isChecked()).toBe(true);
  // A bank is asked for each time.
  await change(who, { preferredPaymentMethod: { id: "ebanking_FI", option: null } });
  await page.evaluate((key) => localStorage.removeItem(key), ORDER_KEY);
  await who.open("/ostoskori");
  await page.getByRole("radio", { name: "Verkkopankki", disabled: false }).waitFor();
  await expect.poll(() => field(page, "Nimi").inputValue()).toBe("Noora Virtanen");
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
});

// spec: MN-39
it("a date of birth makes an adult, who is offered what the menu has for one", async () => {
  const who = await memberTo(world, PICKED_UP);
  await who.open("/ostoskori");
  const { page } = who;
  await page.getByRole("link", { name: "Lisää syntymäaika" }).click();
  await page.getByLabel("Päivä").selectOption("1");
  await page.getByLabel("Kuukausi").selectOption("1");
  await page.getByLabel("Vuosi").selectOption("1990");
  await page.getByRole("dialog").getByRole("button", { name: "Tallenna" }).click();
  await page.getByText("01.01.1990").waitFor();
  await page.getByRole("link", { name: /^Ostoskori/ }).click();
  await page.getByRole("link", { name: "Alkoholit" }).waitFor();
  expect(await page.getByRole("link", { name: "Lisää syntymäaika" }).count()).toBe(0);
});

it("a guest who has ordered has an account for a password; the order stays a guest's", async () => {
  const email = freshEmail();
  const order = ready(OPEN.kaisaniemi, { paymentMethod: "onsite" });
  const who = await shopper(world, "/ostoskori", { ...order, contact: { ...order.contact, email } });
  const { page } = who;
  await page.getByRole("button", { name: /^Tilaa \d/, disabled: false }).click();
  await page.waitForURL(/\/tilaus\/\d+/);
  const tracker = page.url();
  await page.getByRole("link", { name: "Luo tili" }).click();
  await page.getByText(`Tili tulee osoitteelle ${email}.`, { exact: false }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(1);
  await page.getByLabel("Salasana", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: /käyttöehdot/ }).check();
  await page.getByRole("button", { name: "Luo tili" }).click();
  await page.waitForURL(/syntymaaika/);
  await page.getByRole("button", { name: "Myöhemmin" }).click();
  await page.waitForURL(tracker);
  await expect
    .poll(() => ask(who, "get", "/api/users/me"))
    .toMatchObject({ email, firstName: "Aino", lastName: "Virtanen", activeOrders: 0 });
  expect(await page.getByRole("link", { name: "Luo tili" }).count()).toBe(0);
});

describe("a session that ends by itself", () => {
  it.each(["Jatka vieraana", "Kirjaudu uudelleen"])("%s: the cart is kept", async (way) => {
    const who = await memberTo(world, PICKED_UP);
    await who.open("/ostoskori");
    const { page } = who;
    await heading(page).waitFor();
    await expect.poll(() => field(page, "Nimi").inputValue()).toBe("Noora Virtanen");
    // Another browser of theirs signs out everywhere.
    const session = await page.context().cookies();
    await ask(who, "post", "/api/users/logout-all", {});
    await page.context().addCookies(session);
    await page
      .getByRole("button", { name: /^Lisää yksi|Lisää määrää|\+/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: way }).click();
    if (way === "Kirjaudu uudelleen") {
      await page.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
      await field(page, "Sähköposti").fill(who.email);
      await page.getByLabel("Salasana", { exact: true }).fill(PASSWORD);
      await page.getByRole("main").getByRole("button", { name: "Kirjaudu", exact: false }).first().click();
      await page.waitForURL(/\/ostoskori/);
    }
    await heading(page).waitFor();
    expect(await lines(page)).toBe(1);
    await page.getByRole("button", { name: /^(Maksa|Tilaa) \d/ }).waitFor();
  });
});

it("who leaves without a network has left here at once, and everywhere once it is back", async () => {
  const who = await memberTo(world, PICKED_UP, { device: "desktop" });
  await who.open("/menu");
  const { page } = who;
  const session = await page.context().cookies();
  await page.getByRole("button", { name: "Oma tili" }).click();
  await page.getByRole("link", { name: "Kirjaudu ulos" }).click();
  await page.context().setOffline(true);
  await page.getByRole("dialog").getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByText("Uloskirjaus odottaa verkkoa").waitFor();
  expect(await lines(page)).toBe(0);
  await page.context().setOffline(false);
  await page.getByText("Uloskirjaus odottaa verkkoa").waitFor({ state: "detached" });
  await page.context().clearCookies();
  await page.context().addCookies(session);
  expect(await ask(who, "get", "/api/users/session")).toMatchObject({ user: null });
});

it("everybody can use the till of who is signed in", { timeout: AUDITED_WITHIN_MS }, async () => {
  const who = await memberTo(world, PICKED_UP);
  await who.open("/ostoskori");
  await who.page.getByRole("link", { name: "Lisää syntymäaika" }).waitFor();
  await who.page.getByRole("radio", { name: "MobilePay" }).check();
  await expectUsable(who.page);
});
