/** The call centre in the shop: who calls is found, ordered for, and sees it in their history. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CALLER } from "../src/features/call-centre/texts";
import { CONTACT, LINES, SUMMARY } from "../src/features/checkout/texts";
import { CLEAR_CART } from "../src/products/clearCartTexts";
import { PROMO } from "../src/features/menu/texts";
import { SETUP } from "../src/order-setup/texts";
import { ORIGIN } from "../src/session/signInPath";
import { type Customer, customer } from "./harness/customer";
import { expectUsable } from "./harness/usable";
import { colleague, signIn, writeIn } from "./harness/staff";
import type { VisitOptions } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });

const HOME = {
  streetAddress: "Liisankatu 12",
  apartmentNumber: "A 3",
  zipCode: "00170",
  city: "Helsinki",
  latitude: "60.1741",
  longitude: "24.9536",
};

/** Somebody who lives somewhere and has ordered before. */
async function regular(lastName: string): Promise<Customer> {
  const person = await customer(world.server, lastName);
  await person.call("POST", "/api/users/me/addresses", HOME);
  await person.call("POST", "/api/commerce/v2/shoppingcart/order", {
    shopId: "12",
    deliveryType: "pickup",
    paymentMethod: "onsite",
    orderItems: [{ uuid: "a", productId: "3205", sizeId: "101", quantity: 1 }],
    deliveryContact: { firstName: "Aino", phoneNumber: person.phone, email: "aino@ovelle.example" },
  });
  return person;
}

/** Somebody of the call centre before the shop's front door. */
async function agent(how: VisitOptions = {}): Promise<Page> {
  const visit = await world.visitor(how);
  await signIn(world.server, visit, await colleague(world.server));
  await visit.open("/");
  return visit.page;
}

async function search(page: Page, phone: string): Promise<void> {
  await page.getByLabel(CALLER.phone).fill(phone);
  await page.getByRole("button", { name: CALLER.find, exact: true }).click();
}

/** The setup's sheet with the caller's door: the first restaurant that brings it there is taken. */
async function takeAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: CALLER.bringToDoor("Liisankatu 12 A 3") }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(SETUP.address).waitFor();
  await expect.poll(() => sheet.getByLabel(SETUP.address).inputValue()).toContain("Liisankatu 12");
  await sheet.getByRole("button", { name: new RegExp(SETUP.save) }).click();
  await sheet.waitFor({ state: "hidden" });
}

describe("the call centre", () => {
  // spec: CC-01, CC-05, CC-07, CC-09
  it("signs in, finds who calls, orders for them, and goes on with the next one", async () => {
    const person = await regular("Aaltonen");
    // Whoever else comes from the menu is led back to it.
    const { page } = await world.visit("/menu");
    await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), ORIGIN)).toBe("/menu");
    await page.goto(new URL("/kirjaudu", page.url()).href);
    await writeIn(page, await colleague(world.server));
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    const me: unknown = await page.evaluate(async () => (await fetch("/api/users/me")).json());
    expect(me).toMatchObject({ customerSegment: 2 });

    await search(page, person.phone.replace("0", "+358 "));
    await page.getByRole("button", { name: new RegExp(person.name) }).click();
    await page.getByText(CALLER.customer(person.name)).waitFor();
    await takeAddress(page);
    const again = page.getByRole("button", { name: /^Lisää koriin tilauksen/ });
    await again.click();
    await page.getByText(CALLER.added).waitFor();
    await page.getByRole("link", { name: /^Ostoskori/ }).click();

    // Emptied, and filled again.
    await page.getByRole("button", { name: LINES.clear }).click();
    await page.getByRole("dialog").getByRole("button", { name: CLEAR_CART.yes }).click();
    await page.getByText("Ostoskorisi on tyhjä.").waitFor();
    await again.click();

    await expect.poll(() => page.getByLabel(CONTACT.name, { exact: true }).inputValue()).toBe(person.name);
    await page.getByText(SUMMARY.phoneFee).waitFor();
    await expect
      .poll(() => page.getByRole("radio", { name: /toimituksen yhteydessä/ }).isChecked())
      .toBe(true);
    await page.getByRole("button", { name: /^Tilaa \d/, disabled: false }).click();
    await page.getByText(/Tilaus \d+ on lähetetty ravintolaan\. Luvattu noin kello\s\d+\.\d\d\./).waitFor();
    const theirs = await page.getByRole("link", { name: CALLER.follow }).getAttribute("href");
    expect(theirs).toMatch(/^\/tilaus\/\d+\?orderKey=/);
    expect(new URL(page.url()).pathname).toBe("/");
    await expect.poll(() => page.getByRole("link", { name: "Ostoskori on tyhjä" }).count()).toBe(1);

    const [newest] = await person.history();
    expect(newest).toMatchObject({ phoneOrderFee: 0.99, contactDetails: { streetAddress: "Liisankatu 12" } });
    // The next one who calls is another.
    await page.getByRole("button", { name: CALLER.next }).click();
    expect(await page.getByLabel(CALLER.phone).inputValue()).toBe("");
  });

  it("orders for who has no account, and says what no number is", async () => {
    const page = await agent();
    await search(page, "040");
    await page.getByText(CALLER.noNumber).waitFor();
    await search(page, "040 999 8877");
    await page.getByText(CALLER.count(0)).waitFor();
    await page.getByRole("button", { name: CALLER.asGuest }).click();
    await page.getByText(CALLER.guest).waitFor();
    await page.getByText(CALLER.noOrders).waitFor();
    await page.getByRole("button", { name: CALLER.end }).click();
    await page.getByLabel(CALLER.phone).waitFor();
    expect(await page.getByText(CALLER.guest).count()).toBe(0);
  });

  // spec: CC-12
  it("is offered nothing of an account's own", async () => {
    const page = await agent({ device: "desktop" });
    await page.getByLabel(CALLER.phone).waitFor();
    await page.getByRole("button", { name: "Oma tili" }).click();
    const rows = await page
      .getByRole("list")
      .filter({ hasText: "Kirjaudu ulos" })
      .getByRole("link")
      .allInnerTexts();
    expect(rows).toEqual(["Seuranta", "Vahvistuskoodi", "Kirjaudu ulos"]);
    expect(
      await page
        .getByRole("banner")
        .getByText(/Kotijouk|Edut/)
        .count(),
    ).toBe(0);
    const again = page.getByRole("link", { name: /Tilaa uudelleen/ });
    expect(await again.count()).toBe(0);
    await page.goto(new URL("/menu", page.url()).href);
    await page.getByLabel(CALLER.phone).waitFor();
    await page.getByRole("list", { name: PROMO.row }).waitFor();
    expect(await again.count()).toBe(0);
  });

  it.each(["phone", "desktop"] as const)("can be used by everybody on a %s", async (device) => {
    const person = await regular(device === "phone" ? "Puhelin" : "Pöytä");
    const page = await agent({ device });
    await search(page, person.phone);
    await page.getByRole("button", { name: new RegExp(person.name) }).waitFor();
    await expectUsable(page);
    await page.getByRole("button", { name: new RegExp(person.name) }).click();
    await page.getByText("Liisankatu 12 A 3").first().waitFor();
    await expectUsable(page);
  });
});
