/** Payments that do not come through, as they are read on the cart's page: nothing is lost, nothing is paid twice, one goes on. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { payingOf } from "../src/features/checkout/testing/failures";
import { Chain } from "./harness/chain";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { loseAnswers, moneyOf, OPEN, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const SLOW = 90_000;
/** More than what lies between two orders of one browser (CK-09). */
const BETWEEN_ORDERS_MS = 30_000;

const chain = await Chain.make();
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });

/** The reasons that a provider has for cards. */
const OF_CARDS = payingOf(1_041_000, 1_041_999);

const checkout = (page: Page, words: string | RegExp) =>
  page.getByRole("region", { name: "Kassa" }).getByText(words);

// spec: ER-18, PY-24, PY-29
it(
  "each reason for which a card is refused has its words in the cart, where all is as it was, and the same order is paid at last",
  async () => {
    const guest = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
    const { page } = guest;
    for (const [code, words] of OF_CARDS) {
      await guest.goToPay();
      await guest.refuse(code);
      const bar = page.getByRole("alert").filter({ hasText: "Maksu ei onnistunut" }).first();
      await bar.getByText(words).waitFor();
      await bar.getByRole("button", { name: "Sulje virheilmoitus" }).click();
    }
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await guest.goToPay();
    await guest.pay();
    await awaitHeading(page, HEADING.received);
    expect(OF_CARDS.length).toBeGreaterThan(5);
    expect(guest.numbers).toHaveLength(1);
    expect(await moneyOf(world.server, OPEN.kaisaniemi)).toBe(14.9);
  },
  SLOW,
);

it.each([
  ["takes its time", "Viivästä"],
  ["is not told of", "Hukkaa ilmoitus"],
])(
  "a payment that %s is waited for on the tracker, which goes on by itself",
  async (_, choice) => {
    const guest = await CheckoutPage.open(world, ready(OPEN.kluuvi));
    const { page } = guest;
    await guest.goToPay();
    await page.getByText("Muut lopputulokset").click();
    await page.getByLabel("Sekuntia").fill("3");
    await page.getByRole("button", { name: choice, exact: true }).click();
    await page.waitForURL(/\/tilaus\/\d+/);
    await awaitHeading(page, HEADING.received);
    await guest.come();
    await page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
  },
  SLOW,
);

// spec: CK-15
it(
  "a method that is taken away in the middle is said at the press, and another pays",
  async () => {
    const guest = await CheckoutPage.open(world, ready(OPEN.bulevardi), { blocksUpdates: true });
    const { page } = guest;
    await guest.awaitSum("Maksa 14,90 €");
    await chain.setShop(OPEN.bulevardi, { paymentMethods: ["mobilepay", "onsite"] });
    world.server.readAnew();
    await expect.poll(methodsOf).not.toContain("scheme");
    await guest.button().click();
    await checkout(page, "Virhe maksutavan valinnassa. Yritä uudelleen.").waitFor();
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await page.getByRole("radio", { name: "MobilePay" }).check();
    await guest.goToPay();
    await guest.pay();
    await awaitHeading(page, HEADING.received);
  },
  SLOW,
);

async function methodsOf(): Promise<string[]> {
  const response = await fetch(`${world.server.url}/api/payments/methods?shopExternalId=1017`);
  return ((await response.json()) as { id: string }[]).map(({ id }) => id);
}

// spec: CK-05
it(
  "who does not hear whether the order came through is told so, and pays the one that did",
  async () => {
    const guest = await CheckoutPage.open(world, ready(OPEN.esplanadi), { clock: true });
    const { page } = guest;
    await guest.awaitSum("Maksa 14,90 €");
    const numbers = await loseAnswers(page);
    await guest.button().click();
    const words = checkout(page, "Yhteys katkesi kesken. Yritä uudelleen: samaa tilausta ei tehdä kahdesti.");
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return words.count();
      })
      .toBe(1);
    await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
    await page.unrouteAll({ behavior: "wait" });
    await guest.goToPay();
    expect(guest.numbers).toEqual([...new Set(numbers)]);
    await guest.pay();
    await awaitHeading(page, HEADING.received);
    expect(await moneyOf(world.server, OPEN.esplanadi)).toBe(14.9);
  },
  SLOW,
);

describe("where orders wait for their money for two seconds, and an address may order once a minute", () => {
  const hasty = useWorld({
    settings: { OVELLE_UNPAID_TTL: "2s", OVELLE_ORDERS_PER_ADDRESS: "1", OVELLE_RATE_FACTOR: "1" },
  });

  // spec: CK-08, CK-09
  it(
    "who pays too late is told that no money is kept, finds the cart as it was, and is told to wait where they must",
    async () => {
      const guest = await CheckoutPage.open(hasty, ready(OPEN.kaisaniemi), { clock: true });
      const { page } = guest;
      await guest.goToPay();
      const [{ orderId, orderKey } = { orderId: "", orderKey: "" }] = guest.placed;
      await page.goto(`${hasty.server.url}/tilaus/${orderId}?orderKey=${orderKey}`);
      await page.getByRole("heading", { name: "Maksuaika päättyi" }).waitFor();
      await page
        .getByText("Jos ehdit silti maksaa, palautamme rahat. Voit tilata uudelleen ostoskorista.")
        .waitFor();
      await page.getByRole("link", { name: "Ostoskoriin" }).click();
      await guest.awaitSum("Maksa 14,90 €");
      await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
      expect(await page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("Aino Virtanen");
      await guest.button().click();
      await checkout(page, "Teit juuri tilauksen. Odota kymmenen sekuntia ja yritä uudelleen.").waitFor();
      await page.clock.fastForward(BETWEEN_ORDERS_MS);
      await guest.button().click();
      await checkout(page, "Liian monta yritystä. Odota hetki ja yritä uudelleen.").waitFor();
      await expect.poll(() => guest.lines()).toEqual(["Ratapiha"]);
      await guest.button().waitFor();
    },
    SLOW,
  );
});
