/** Signing in elsewhere, with the embedded stand-in in the place of a provider. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { IDENTITY } from "../src/features/account/texts";
import { LINK, REGISTER, SIGN_IN, TERMS } from "../src/features/sign-in/texts";
import { awaitHeading } from "./harness/reading";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_OIDC_ISSUER: "embedded" } });
const NAME = "Kokeilutunnus";

/** Says on the stand-in's page who one is. */
async function say(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: /^Kokeilukirjautuminen: ketään ei tunnisteta/ }).waitFor();
  await page.getByLabel("Sähköposti", { exact: true }).fill(email);
  await page.getByLabel("Etunimi").fill("Noora");
  await page.getByLabel("Sukunimi").fill("Virtanen");
  await page.getByRole("button", { name: "Jatka Ovelleen" }).click();
}

/** Registers with a password. */
async function register(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(REGISTER.firstName).fill("Noora");
  await page.getByLabel(REGISTER.lastName).fill("Virtanen");
  await page.getByLabel(REGISTER.phone).fill("040 123 4567");
  await page.getByLabel(REGISTER.email, { exact: true }).fill(email);
  await page.getByLabel(REGISTER.password, { exact: true }).fill(password);
  await page.getByLabel(REGISTER.again, { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: REGISTER.agree }).check();
  await page.getByRole("button", { name: REGISTER.send }).click();
}

describe("signing in elsewhere", () => {
  it("makes an account, which waits for the terms", async () => {
    const { page } = await world.visit("/rekisteroidy");
    await page.getByRole("link", { name: SIGN_IN.provider(NAME) }).click();
    await say(page, "noora@ovelle.example");
    await awaitHeading(page, TERMS.title);
    expect(page.url()).not.toContain("providerToken");
    await page.getByRole("button", { name: TERMS.accept }).click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe("/hyvaksy-kayttoehdot");
  });

  it("asks for the password of an account with the same address, and opens it", async () => {
    const { page } = await world.visit("/rekisteroidy");
    await register(page, "aino@ovelle.example", "kuusi kettua ulkona");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe("/rekisteroidy");
    const other = await world.visit("/kirjaudu");
    await other.page.getByRole("link", { name: SIGN_IN.provider(NAME) }).click();
    await say(other.page, "aino@ovelle.example");
    const sheet = other.page.getByRole("dialog", { name: LINK.title });
    await sheet.getByLabel(SIGN_IN.password).fill("kuusi kettua ulkona");
    await sheet.getByRole("button", { name: LINK.send }).click();
    await expect.poll(() => new URL(other.page.url()).pathname).not.toBe("/kirjaudu");
  });

  it("is linked and unlinked on the page of one's own data", async () => {
    const { page } = await world.visit("/rekisteroidy");
    await register(page, "eino@ovelle.example", "kuusi kettua ulkona");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe("/rekisteroidy");
    // At the server itself: a page's policy lets its forms lead to nobody else's origin, a proxy's neither.
    await page.goto(`${world.server.url}/asiakastili/omat-tiedot`);
    await page.getByRole("button", { name: IDENTITY.link(NAME) }).click();
    await say(page, "toinen@id.example");
    const sheet = page.getByRole("dialog", { name: IDENTITY.link(NAME) });
    await sheet.getByLabel("Nykyinen salasana").fill("kuusi kettua ulkona");
    await sheet.getByRole("button", { name: IDENTITY.send, exact: true }).click();
    await page.getByText(IDENTITY.done).waitFor();
    await page.getByRole("button", { name: IDENTITY.unlink }).click();
    await page.getByText(IDENTITY.undone).waitFor();
  });

  it("says that it was declined by saying nothing", async () => {
    const { page } = await world.visit("/kirjaudu");
    await page.getByRole("link", { name: SIGN_IN.provider(NAME) }).click();
    await page.getByRole("button", { name: "Peruuta" }).click();
    await awaitHeading(page, SIGN_IN.title);
    expect(new URL(page.url()).hash).toBe("");
  });
});
