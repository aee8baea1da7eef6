/** The address book where one orders: by finger on a phone, by the keyboard alone at a desk. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Order } from "../../src/shop/cart/order";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { ask, memberTo, saveAddress } from "../harness/member";
import { expectUsable } from "../harness/usable";
import { useWorld } from "../harness/world";

const world = useWorld();
/** Four audits of a page take their time. */
const AUDITED_WITHIN_MS = 90_000;
const WORK = {
  streetAddress: "Vaasankatu 12",
  apartmentNumber: "C 24",
  zipCode: "00500",
  latitude: "60.1876",
  longitude: "24.9601",
};

const sheet = (page: Page) => page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
const saved = (page: Page | Locator, name: RegExp) => page.getByRole("radio", { name });

/** What the browser keeps of how one orders. */
function method(page: Page): Promise<Order["method"]> {
  return page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Order>;
    return kept.method ?? null;
  }, ORDER_KEY);
}

// spec: OS-39
it("on a phone the favourite is there at once, and another one a press away", async () => {
  const who = await memberTo(world);
  // The first is the favourite without asking.
  expect((await saveAddress(who)).primaryAddress).toBe(true);
  await saveAddress(who, WORK);
  await who.open("/");
  const { page } = who;
  await page.getByText("Liisankatu 12 B 7").waitFor();
  await page.getByRole("button", { name: "Vaihda osoite" }).tap();
  const book = page.getByRole("group", { name: "Valitse kuljetusosoite" });
  await expect.poll(() => saved(book, /^Liisankatu 12 B 7/).isChecked()).toBe(true);
  await saved(book, /^Vaasankatu 12 C 24/).tap();
  await page.getByRole("button", { name: "Siirry ostoksille" }).tap();
  await page.waitForURL(/\/menu/);
  expect((await method(page))?.address).toMatchObject({
    streetAddress: "Vaasankatu 12",
    apartmentNumber: "C 24",
  });
});

// spec: OS-25
it("at a desk one is added, made the favourite, edited and deleted by the keyboard alone", async () => {
  const who = await memberTo(world, null, { device: "desktop" });
  await saveAddress(who, WORK);
  await who.open("/menu#aloita-tilaus");
  const { page } = who;
  const press = async (target: Locator, key = "Enter") => {
    await target.focus();
    await page.keyboard.press(key);
  };
  await sheet(page).getByRole("group", { name: "Valitse kuljetusosoite" }).waitFor();
  // Of one address alone there is no other to prefer it to.
  await press(sheet(page).getByRole("link", { name: "Muokkaa: Vaasankatu 12 C 24" }));
  const edit = page.getByRole("dialog", { name: "Muokkaa kuljetusosoitetta" });
  await edit.getByRole("textbox", { name: "Rappu/asunto" }).waitFor();
  expect(await edit.getByRole("checkbox", { name: "Suosikkiosoite" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await edit.waitFor({ state: "detached" });

  await press(sheet(page).getByRole("link", { name: "Lisää uusi osoite" }));
  const add = page.getByRole("dialog", { name: "Lisää uusi osoite" });
  expect(await add.getByRole("button", { name: "Valitse vielä osoite." }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await add.getByRole("combobox", { name: "Syötä kuljetusosoite" }).focus();
  await page.keyboard.type("Liisankatu 12");
  await add.getByRole("option", { name: /Liisankatu 12/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await press(add.getByRole("checkbox", { name: "Suosikkiosoite" }), "Space");
  await press(add.getByRole("button", { name: "Tallenna" }));
  await sheet(page).getByText("Osoite lisätty.").waitFor();
  await expect.poll(() => saved(sheet(page), /^Liisankatu 12.*suosikki/).isChecked()).toBe(true);

  await press(sheet(page).getByRole("link", { name: "Muokkaa: Liisankatu 12" }));
  await edit.getByRole("textbox", { name: "Rappu/asunto" }).fill("B 7");
  await press(edit.getByRole("button", { name: "Tallenna" }));
  await sheet(page).getByText("Osoite päivitetty.").waitFor();
  await press(sheet(page).getByRole("link", { name: "Muokkaa: Liisankatu 12 B 7" }));
  await press(edit.getByRole("button", { name: "Poista osoite" }));
  await edit.getByText("Poistetaanko Liisankatu 12 B 7?").waitFor();
  await press(edit.getByRole("button", { name: "Poista", exact: true }));
  await sheet(page).getByText("Osoite poistettu.").waitFor();
  await expect.poll(() => saved(sheet(page), /^Vaasankatu 12 C 24/).isChecked()).toBe(true);
  expect(await ask(who, "get", "/api/users/me/addresses")).toMatchObject([
    { streetAddress: "Vaasankatu 12", primaryAddress: true },
  ]);
});

it("everybody can use the book", { timeout: AUDITED_WITHIN_MS }, async () => {
  const who = await memberTo(world);
  await saveAddress(who);
  await saveAddress(who, WORK);
  await who.open("/menu#aloita-tilaus");
  await saved(sheet(who.page), /^Vaasankatu 12 C 24/).waitFor();
  await expectUsable(who.page);
});
