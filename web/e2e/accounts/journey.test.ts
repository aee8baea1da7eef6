/** A customer from the first visit to the last, on both devices, by the keyboard alone. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { User } from "../../src/api/wire";
import { tabTo } from "../harness/focus";
import { freshEmail, PASSWORD } from "../harness/member";
import { expectOpen, Typist } from "../harness/typist";
import { useWorld } from "../harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** Some three hundred stops of Tab, and an audit at every page. */
const SLOW = 240_000;

/** The page has come: until it has, the one before it stands. */
async function title(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function register(page: Page, me: Typist, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
  await expectOpen(page, "sign-in");
  await me.press("Rekisteröidy");
  await page.getByRole("heading", { name: "Rekisteröidy" }).waitFor();
  await me.write("Etunimi", "Noora");
  await me.write("Sukunimi", "Virtanen");
  await me.write("Puhelinnumero", "040 123 4567");
  await me.write("Sähköposti", email);
  await me.write("Salasana", PASSWORD);
  await me.write("Salasana uudelleen", PASSWORD);
  await me.press(/^Hyväksyn verkkokaupan/, "Space");
  await expectOpen(page, "registration");
  await me.press("Luo tili");
  await page.waitForURL(/syntymaaika/);
  await expectOpen(page, "date of birth");
  await me.press("Myöhemmin");
  await page.waitForURL((url) => url.pathname === "/");
  expect((await me.session).user).toMatchObject({ email, customerSegment: 1 } satisfies Partial<User>);
}

/** Orders a pizza to the door; the door is kept. */
async function order(page: Page, me: Typist): Promise<string> {
  await me.address("Liisankatu 12");
  await me.press(/^Tallenna osoite omiin osoitteisiin/, "Space");
  await expectOpen(page, "front page");
  await me.press("Siirry ostoksille");
  await page.waitForURL(/\/menu/);
  await expect.poll(async () => (await me.addresses).length).toBe(1);
  await me.press(/^Perfetta/);
  const editor = page.getByRole("dialog", { name: "Perfetta" });
  await editor.waitFor();
  await me.press(/^Lisää: /);
  await me.press(/^Lisää tilaukseen(?!:)/);
  await editor.waitFor({ state: "detached" });
  await me.pressBehind(/^Ostoskori, /);
  await page.waitForURL(/\/ostoskori/);
  await page.getByRole("radio", { name: "Pankki- tai luottokortti" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("Noora Virtanen");
  await tabTo(page, /^(Apple Pay|Google Pay|Pankki- tai luottokortti|MobilePay)/);
  const card = page.getByRole("radio", { name: "Pankki- tai luottokortti" });
  while (!(await card.isChecked())) await page.keyboard.press("ArrowDown");
  await expectOpen(page, "till");
  await page.getByRole("button", { name: /^Maksa \d/, disabled: false }).waitFor();
  await me.press(/^Maksa \d/);
  await page.waitForURL(/\/testimaksu\//);
  await me.press("Maksa");
  await page.waitForURL(/\/tilaus\/\d+/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectOpen(page, "tracker");
  return /\/tilaus\/(\d+)/.exec(page.url())?.[1] ?? "";
}

/** Twice an order again: from the history, and as the favourite. */
async function orderAgain(page: Page, me: Typist, id: string): Promise<void> {
  await page.getByRole("heading", { name: "Tilaushistoria" }).waitFor();
  await expectOpen(page, "history");
  await me.press(/Perfetta/);
  const opened = page.getByRole("dialog", { name: `Tilaus ${id}` });
  await opened.waitFor();
  await expectOpen(page, "order");
  await me.press("Tilaa uudelleen");
  await page.waitForURL(/\/ostoskori/);
  await expect.poll(() => me.units).toBe(1);
  await page.getByText("Korissa 1 tuote lisää.").waitFor();
  await expectOpen(page, "cart with what was ordered again");
  await page.goBack();

  await opened.waitFor();
  await me.press("Tallenna");
  await opened.getByRole("button", { name: "Suosikkisi", pressed: true }).waitFor();
  await expectOpen(page, "favourite order");
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "detached" });
  await me.fillWithFavourite();
  await page.waitForURL(/\/ostoskori/);
  await expect.poll(() => me.units).toBe(2);
  await me.press("Kumoa");
  await expect.poll(() => me.units).toBe(1);
}

async function keepAddresses(page: Page, me: Typist): Promise<void> {
  await title(page, "Osoitteet");
  await expectOpen(page, "address book");
  await me.press("Lisää uusi osoite");
  await page.getByRole("dialog", { name: "Lisää uusi osoite" }).waitFor();
  await me.address("Liisankatu 20");
  await me.write("Rappu/asunto", "C 24");
  await expectOpen(page, "another address");
  await me.press("Tallenna");
  await page.getByText("Osoite lisätty.").waitFor();
  await me.press("Tee suosikiksi: Liisankatu 20 C 24");
  await page.getByText("Suosikkiosoite päivitetty.").waitFor();
  await me.press("Muokkaa: Liisankatu 20 C 24");
  const edit = page.getByRole("dialog", { name: "Muokkaa kuljetusosoitetta" });
  await edit.waitFor();
  await me.write("Rappu/asunto", "5");
  await expectOpen(page, "an address");
  await me.press("Tallenna");
  await page.getByText("Osoite päivitetty.").waitFor();
  await expect
    .poll(() => me.addresses)
    .toMatchObject([
      { streetAddress: "Liisankatu 20", primaryAddress: true },
      { streetAddress: "Liisankatu 12", primaryAddress: false },
    ]);
  await me.press("Muokkaa: Liisankatu 12");
  await edit.waitFor();
  await me.press("Poista osoite");
  await edit.getByText("Poistetaanko Liisankatu 12?").waitFor();
  await expectOpen(page, "whether an address goes");
  await me.press("Poista");
  await page.getByText("Osoite poistettu.").waitFor();
  expect((await me.addresses).length).toBe(1);
}

async function takeDataAndGo(page: Page, me: Typist, email: string, id: string): Promise<void> {
  await title(page, "Omat tiedot");
  await expectOpen(page, "own data");
  await me.press("Lataa omat tiedot");
  await page.getByRole("dialog", { name: "Lataa omat tiedot" }).waitFor();
  await me.write("Nykyinen salasana", PASSWORD);
  await expectOpen(page, "export");
  const download = page.waitForEvent("download");
  await me.press("Lataa tiedostona (JSON)");
  const file = await readFile(await (await download).path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ user: { email }, orders: [{ orderId: id }], addresses: [{}] });
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await me.press("Poista tili");
  await page.getByRole("dialog", { name: "Poista tili" }).waitFor();
  await me.write("Kirjoita POISTA", "POISTA");
  await me.write("Nykyinen salasana", PASSWORD);
  await expectOpen(page, "the end of an account");
  await me.press("Poista tili");
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(async () => (await me.session).user).toBeNull();
  await expectOpen(page, "front page of a guest");
}

it.each(["phone", "desktop"] as const)(
  "registers, orders, orders again, keeps addresses, takes the data along and goes: %s",
  async (device) => {
    const visit = await world.visitor({ device });
    const { page } = visit;
    const me = new Typist(visit, device);
    const email = freshEmail();
    // The provider of payments leads back to the server's own address.
    await page.goto(`${world.server.url}/kirjaudu`);
    await register(page, me, email);
    const orderId = await order(page, me);
    await world.kitchen.bring({ orderId, orderKey: "", path: "" }, "delivered");
    await expect.poll(async () => (await me.history)[0]?.isActive).toBe(false);
    await me.pressBehind("Ovelle, etusivulle");
    await page.waitForURL((url) => url.pathname === "/");
    await me.goTo("Tilaukset");
    await orderAgain(page, me, orderId);

    await me.pressBehind("Ovelle, etusivulle");
    await page.waitForURL((url) => url.pathname === "/");
    await me.goTo("Omat tiedot");
    await title(page, "Omat tiedot");
    if (device === "phone") await me.pressBehind("Asiakastili");
    await me.press("Osoitteet");
    await keepAddresses(page, me);
    if (device === "phone") {
      await me.pressBehind("Asiakastili");
      await me.press("Omat tiedot");
    } else await me.pressBehind("Omat tiedot");
    await takeDataAndGo(page, me, email, orderId);

    await page.goto(`${world.server.url}/kirjaudu`);
    await title(page, "Kirjaudu sisään");
    await me.write("Sähköposti", email);
    await me.write("Salasana", PASSWORD);
    await me.press("Kirjaudu sisään");
    await page.getByText("Virheelliset tunnukset.").waitFor();
  },
  SLOW,
);
