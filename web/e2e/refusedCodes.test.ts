/** Codes that do not hold, or not yet, as they are read at the checkout, and how one goes on from them. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Chain } from "./harness/chain";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { DELIVERED, OPEN, pickupAt, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const SLOW = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const day = (ahead: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Helsinki" }).format(Date.now() + ahead * DAY_MS);
/** Monday is 0. */
const weekday = (ahead: number) => (new Date(`${day(ahead)}T12:00:00Z`).getUTCDay() + 6) % 7;

const tenth = (promotionCode: string, parts: object) => ({
  campaignId: promotionCode,
  kind: "percent",
  name: promotionCode,
  percent: 10,
  promotionCode,
  ...parts,
});

const chain = await Chain.make();
// It is lunch time on every day and at every hour.
await chain.set({ lunch: { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", until: "24:00" } });
await chain.addCampaigns(
  tenth("viimevuonna", { start: "2020-01-01 00:00", end: "2020-12-31 00:00" }),
  tenth("illaksi", { isActiveDuringLunch: false }),
  tenth("ylihuomenna", { days: [weekday(3)] }),
  tenth("yksinaan", { exclusive: true }),
);
const world = useWorld({
  settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0", OVELLE_RATE_FACTOR: "1" },
});

const bar = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });
const field = (page: Page) => page.getByRole("textbox", { name: "Kampanjakoodi" });
const held = (page: Page) => page.getByRole("list", { name: "Käytössä olevat koodit" });

async function enter(page: Page, code: string): Promise<void> {
  await field(page).fill(code);
  await field(page).press("Enter");
}

/** What is said at the field. */
async function expectAtField(page: Page, words: string): Promise<void> {
  await bar(page, words).first().waitFor();
  await page.getByRole("region", { name: "Kassa" }).getByText(words).first().waitFor();
}

// spec: CA-06, ER-05, ER-26, PR-24
it(
  "one that does not hold is said in a bar and at its field, can be mended there, and leaves the one that holds",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
    const { page } = checkout;
    await enter(page, "ovelle10");
    await checkout.awaitSum("Maksa 13,41 €");
    for (const [code, words] of [
      ["viimevuonna", "Tarjous ei ole enää voimassa."],
      ["illaksi", "Tarjous on voimassa arkisin vain klo 14 jälkeen."],
      ["ylihuomenna", "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista."],
      ["kuljetusetu", "Tarjous on voimassa vain kuljetuksille."],
      ["yksinaan", "Tarjousta ei voi yhdistää muihin tarjouksiin."],
      ["7q2m9-x4t8w-3kz", "Koodia ei löydy tai se on jo käytetty."],
    ] as const) {
      await enter(page, code);
      await expectAtField(page, words);
      await expect.poll(() => field(page).inputValue()).toBe(code);
    }
    await expect.poll(() => held(page).getByRole("listitem").allInnerTexts()).toEqual(["ovelle10"]);
    await checkout.awaitSum("Maksa 13,41 €");
    await checkout.goToPay();
  },
  SLOW,
);

// spec: ER-09
it("one that wants a larger order stays and says how much is missing, until it is there", async () => {
  const checkout = await CheckoutPage.open(
    world,
    ready(OPEN.kaisaniemi, { method: DELIVERED, promotionCodes: ["kotiovelle"] }),
  );
  const { page } = checkout;
  const words = held(page).getByText("Ilmaiseen kuljetukseen puuttuu vielä 10,10 €.");
  await words.waitFor();
  await checkout.awaitSum("Maksa 21,80 €");
  await page.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
  await checkout.awaitSum("Maksa 29,80 €");
  await expect.poll(() => words.count()).toBe(0);
});

it(
  "one that is not for preorders stays and says so, and holds once one orders for now",
  async () => {
    const method = { ...DELIVERED, preorderTime: `${day(1)} 18:00` };
    const checkout = await CheckoutPage.open(
      world,
      ready(OPEN.kaisaniemi, { method, promotionCodes: ["kuljetusetu"] }),
    );
    const { page } = checkout;
    const words = held(page).getByText("Tarjous ei koske ennakkotilauksia.");
    await words.waitFor();
    await checkout.button().waitFor();
    await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
    const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
    await setUp.getByRole("radio", { name: "Tilaan heti" }).check();
    await setUp.getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
    await setUp.waitFor({ state: "detached" });
    await checkout.awaitSum("Maksa 18,80 €");
    await expect.poll(() => words.count()).toBe(0);
  },
  SLOW,
);

it(
  "the last of a code goes to who orders first; who is late is told before anything is ordered, and may go on without",
  async () => {
    const method = pickupAt(OPEN.kluuvi);
    const promotionCodes = ["ensimmainen"];
    const first = await CheckoutPage.open(
      world,
      ready(OPEN.kluuvi, { method, promotionCodes, paymentMethod: "onsite" }),
    );
    const late = await CheckoutPage.open(world, ready(OPEN.kluuvi, { method, promotionCodes }));
    await late.awaitSum("Maksa 13,41 €");
    await first.awaitSum("Tilaa 13,41 €");
    await first.button().click();
    await first.page.waitForURL(/\/tilaus\/\d+/);
    await awaitHeading(first.page, HEADING.received);
    await late.button().click();
    await expectAtField(late.page, "Kampanjakoodi on käytetty loppuun.");
    await late.awaitSum("Maksa 14,90 €");
    await expect.poll(() => late.lines()).toEqual(["Ratapiha"]);
    await late.goToPay();
  },
  SLOW,
);

// The last, since no code of this address is looked up any more.
it(
  "who guesses is told to wait, and orders without a code",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
    const { page } = checkout;
    const words = "Liian monta yritystä. Odota hetki ja yritä uudelleen.";
    const isBlocked = async () => (await bar(page, words).count()) > 0;
    for (let tries = 0; tries < 12 && !(await isBlocked()); tries += 1) {
      const answered = page.waitForResponse((response) => response.url().includes("/customer/cart"));
      await enter(page, `arvaus${tries}`);
      await answered;
      await checkout.button().waitFor();
    }
    await expectAtField(page, words);
    await checkout.awaitSum("Maksa 14,90 €");
    await checkout.goToPay();
  },
  SLOW,
);
