/** Members of the loyalty programme, and how they come to slices and spins. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { LoyaltyMember } from "../../src/api/loyalty";
import type { User } from "../../src/api/wire";
import { OPEN, line, ready } from "./checkoutPage";
import { ask, type Member, memberTo } from "./member";
import type { VisitOptions } from "./visit";
import type { Visitors, World } from "./world";

/** What a page can say of a draw. */
const CHECKS = 4;
/** Old enough for the wheel. */
const GROWN_UP = "1990-02-28";

/** Joins the programme, with all that the wheel asks for. */
export async function join(who: Member, birthDate = GROWN_UP): Promise<User> {
  return await ask(who, "post", "/api/loyalty/register", { birthDate, acceptedLoyaltyTerms: true });
}

/** Has seen the welcome. */
export async function seeWelcome(who: Member): Promise<void> {
  await ask(who, "post", "/api/loyalty/member/setWelcomeModal", { showWelcomeModal: false });
}

/** What the server has of a member's card. */
export async function cardOf(who: Member): Promise<LoyaltyMember> {
  return await ask(who, "get", "/api/loyalty/member");
}

/** Somebody who has joined and has two pizzas in the cart; they have seen the welcome where nothing else is said. */
export async function joined(
  world: Visitors,
  how: VisitOptions = {},
  { birthDate = GROWN_UP, isNew = false } = {},
): Promise<Member> {
  const who = await memberTo(world, ready(OPEN.kaisaniemi, { items: [line({ quantity: 2 })] }), how);
  await join(who, birthDate);
  if (!isNew) await seeWelcome(who);
  return who;
}

/** Pays for what is in the cart, and the kitchen takes the order: it brings its slices, and the wheel opens. */
export async function payAndGet(who: Member, world: World): Promise<string> {
  // The provider of payments leads back to the server's own address.
  await who.page.goto(`${world.server.url}/ostoskori`);
  const orderId = await pay(who);
  await world.kitchen.reportStatus({ orderId, orderKey: "", path: "" }, "accepted");
  return orderId;
}

/** Pays at the till for what is in the cart, and comes to the order's page. */
export async function pay({ page }: Member): Promise<string> {
  const button = page.getByRole("button", { name: /^Maksa \d/, disabled: false });
  await button.click();
  // A page takes no second order within ten seconds: it is asked again until it does.
  const press = async () => {
    if (await page.getByText("Odota kymmenen sekuntia").isVisible()) await button.click();
    return page.url();
  };
  await expect.poll(press, { timeout: 30_000, interval: 500 }).toMatch(/\/testimaksu\//);
  await page.getByRole("button", { name: "Maksa", exact: true }).click();
  await page.waitForURL(/\/tilaus\/\d+/);
  return /\/tilaus\/(\d+)/.exec(page.url())?.[1] ?? "";
}

/** The wheel, over the card. */
export const wheelOf = (page: Page): Locator => page.getByRole("dialog", { name: "Pizzapyörä" });

/** Turns the wheel that stands open, and waits for what was won. */
export async function spin(page: Page): Promise<Locator> {
  await wheelOf(page).getByRole("button", { name: "Pyöräytä", exact: true }).click();
  const result = wheelOf(page).getByRole("heading", { level: 3 });
  await result.waitFor();
  return result;
}

/** Has the page reckon the draw once more; answers what it found to be so, and what not. */
export async function verify(page: Page): Promise<{ right: number; wrong: number }> {
  await wheelOf(page).getByText("Tarkista arvonta").click();
  const checks = wheelOf(page).getByRole("listitem");
  const that = (words: RegExp) => checks.filter({ hasText: words }).count();
  const [right, wrong] = [/^Pitää paikkansa:/, /^Ei pidä paikkaansa:/];
  await expect.poll(async () => (await that(right)) + (await that(wrong))).toBe(CHECKS);
  return { right: await that(right), wrong: await that(wrong) };
}

/** How one goes to a code's owner's order: the code stands in the cart's field, and is taken. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Kampanjakoodi" });
  await field.fill(code);
  await field.press("Enter");
  await page.getByRole("list", { name: "Käytössä olevat koodit" }).getByText(code).waitFor();
}
