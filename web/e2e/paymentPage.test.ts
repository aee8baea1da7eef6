/** The test provider's page, where no money moves: it is none of the app's, and everybody can use it all the same. */
import { expect, it } from "vitest";
import { Guest } from "./harness/guest";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

/** The provider sends people back to where they came from. */
const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });

/** A whole order, then audits on four devices. */
const AUDITED_WITHIN_MS = 120_000;

it("says that no money moves, in our letters, to everybody", { timeout: AUDITED_WITHIN_MS }, async () => {
  const { page } = await world.visitor();
  await page.goto(`${world.server.url}/`);
  const guest = new Guest(page, "touch");
  await guest.setUp();
  await guest.buildPizza();
  await guest.introduce();
  await guest.goToPay();
  await page.getByText("Testimaksu: rahaa ei liiku.").waitFor();
  await page.getByText("Muut lopputulokset").click();
  for (const name of ["Maksa", "Peruuta", "Hylkää", "Viivästä", "Hukkaa ilmoitus"]) {
    await page.getByRole("button", { name, exact: true }).waitFor();
  }
  const faces = () =>
    // Not every Chromium tells a name of two words in quotes.
    page.evaluate(() =>
      [...document.fonts].map((face) => `${face.family.replaceAll('"', "")}: ${face.status}`),
    );
  await expect.poll(faces).toEqual(["Familjen Grotesk: loaded", "Figtree: loaded"]);
  await expectUsable(page);
});

it("leads home from the address of no payment", { timeout: AUDITED_WITHIN_MS }, async () => {
  const { page } = await world.visitor();
  const shown = await page.goto(`${world.server.url}/testimaksu/00`);
  expect(shown?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "Maksua ei löydy" }).waitFor();
  await expectUsable(page);
  await page.getByRole("link", { name: "Etusivulle" }).click();
  await page.waitForURL(`${world.server.url}/`);
});
