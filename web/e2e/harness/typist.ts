/** Somebody who uses the pages by the keyboard alone, and what the server knows of them. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PastOrder, UserAddress, UserSession } from "../../src/api/wire";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { audit } from "./audit";
import { tabBackTo, tabTo } from "./focus";
import { ask } from "./member";
import type { Visit } from "./visit";

/** Nothing on a page keeps anybody out. It is looked at once it has its heading: its address comes before. */
export async function expectOpen(page: Page, where: string): Promise<void> {
  // Where it never has one, the audit says so.
  await page
    .locator("h1")
    .first()
    .waitFor({ state: "attached" })
    .catch(() => undefined);
  expect(await audit(page), where).toEqual([]);
}

/** Somebody whose hands are on the keyboard. */
export class Typist {
  private readonly page: Page;

  constructor(
    private readonly visit: Visit,
    private readonly device: "phone" | "desktop",
  ) {
    this.page = visit.page;
  }

  /** Goes to what bears this name and presses it. */
  async press(name: string | RegExp, key = "Enter"): Promise<void> {
    await tabTo(this.page, name);
    await this.page.keyboard.press(key);
  }

  /** As {@link press}, of what stands before where one is. */
  async pressBehind(name: string | RegExp): Promise<void> {
    await tabBackTo(this.page, name);
    await this.page.keyboard.press("Enter");
  }

  /** Goes to a field and writes. */
  async write(name: string | RegExp, words: string): Promise<void> {
    await tabTo(this.page, name);
    await this.page.keyboard.type(words);
  }

  /** Writes an address and takes the first that it may mean. */
  async address(words: string): Promise<void> {
    await this.write("Syötä kuljetusosoite", words);
    await this.page
      .getByRole("option", { name: new RegExp(words) })
      .first()
      .waitFor();
    await this.page.keyboard.press("ArrowDown");
    await this.page.keyboard.press("Enter");
  }

  /** Goes to a place of the account: by the list under its sign, on a phone by the hamburger's. */
  async goTo(place: string): Promise<void> {
    await this.open(place);
    await this.page.keyboard.press("Enter");
  }

  /** Opens the list of the account's places, and stands at one. */
  async open(place: string): Promise<void> {
    const { page, device } = this;
    await tabTo(page, device === "phone" ? "Avaa valikko" : "Oma tili");
    await page.keyboard.press("Enter");
    if (device === "phone") await page.getByRole("dialog", { name: "Valikko" }).waitFor();
    await tabTo(page, new RegExp(`^${place}`));
  }

  /** Has the whole cart filled with the favourite: a button in the header, on a phone in its sheet. */
  async fillWithFavourite(): Promise<void> {
    if (this.device === "phone") await this.goTo("Suosikkitilaus koriin");
    else await this.press("Suosikkitilaus koriin");
  }

  get session(): Promise<UserSession> {
    return ask(this.visit, "get", "/api/users/session");
  }

  get addresses(): Promise<UserAddress[]> {
    return ask(this.visit, "get", "/api/users/me/addresses");
  }

  get history(): Promise<PastOrder[]> {
    return ask(this.visit, "get", "/api/commerce/v2/customers/me/orders/details");
  }

  /** How many of what the cart holds. */
  get units(): Promise<number> {
    return this.page.evaluate((key) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as { items?: { quantity: number }[] };
      return (kept.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    }, ORDER_KEY);
  }
}
