/** What happens in the middle of ordering: nothing is lost, and nothing is charged twice. */
import { describe, expect, it } from "vitest";
import { Chain } from "./harness/chain";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import {
  DELIVERED,
  line,
  loseAnswers,
  moneyOf,
  OPEN,
  ready,
  restaurant,
  CheckoutPage,
} from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const chain = await Chain.make();
// On every day of the week.
await chain.set({ withoutPackaging: { enabled: true, discount: 0.5, endWeekday: null } });
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });
const SLOW = 90_000;
/** More than what lies between two orders of one browser (CK-09). */
const BETWEEN_ORDERS_MS = 30_000;
const HOUR_MS = 60 * 60_000;

// spec: CA-28, CK-09
describe("two tabs", () => {
  it(
    "show one cart, order it once, and both know when it is paid",
    async () => {
      const checkout = await CheckoutPage.open(world, ready(OPEN.kluuvi), { device: "desktop" });
      await checkout.awaitSum("Maksa 14,90 €");
      const second = await checkout.secondTab();
      await second.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
      await checkout.awaitSum("Maksa 29,80 €");
      await checkout.awaitSum("Maksa 29,80 €", second);
      await checkout.goToPay();
      await checkout.goToPay(second);
      expect(checkout.numbers).toHaveLength(1);
      await checkout.pay(second);
      await awaitHeading(second, HEADING.received);
      // The window that was left open pays the same order again: what came in twice goes back by itself.
      const answered = checkout.page.waitForEvent("load");
      await checkout.choose("Maksa");
      await answered;
      await expect.poll(() => moneyOf(world.server, OPEN.kluuvi)).toBe(29.8);
      await checkout.come();
      await checkout.page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
      expect(await checkout.paymentStatus(checkout.numbers[0] ?? "")).toBe(2);
    },
    SLOW,
  );
});

it(
  "back from the provider and forward again keeps the cart, and pays the one order",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.tampere));
    await checkout.goToPay();
    await checkout.page.goBack();
    await checkout.awaitSum("Maksa 14,90 €");
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
    await checkout.page.goForward();
    await checkout.page.getByRole("button", { name: "Maksa", exact: true }).waitFor();
    await checkout.page.goBack();
    await checkout.goToPay();
    expect(checkout.numbers).toHaveLength(1);
    await checkout.pay();
    await awaitHeading(checkout.page, HEADING.received);
    // Back once more there is nothing left to pay.
    await checkout.come();
    await checkout.page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
    expect(await moneyOf(world.server, OPEN.tampere)).toBe(14.9);
  },
  SLOW,
);

// spec: CA-41
it(
  "a page that is loaded anew has everything, also what was just typed",
  async () => {
    const nobody = ready(OPEN.turku, { paymentMethod: null });
    const contact = { ...nobody.contact, name: "", phone: "", email: "" };
    const checkout = await CheckoutPage.open(world, { ...nobody, contact });
    const { page } = checkout;
    await page.getByRole("textbox", { name: "Nimi" }).fill("Aino Virtanen");
    await page.getByRole("textbox", { name: "Puhelin" }).fill("040 123 4567");
    await page.getByRole("radio", { name: "MobilePay" }).check();
    await page.getByRole("textbox", { name: "Sähköposti" }).fill("aino@example.fi");
    await page.reload();
    const field = (name: string) => page.getByRole("textbox", { name }).inputValue();
    await expect.poll(() => field("Nimi")).toBe("Aino Virtanen");
    await expect.poll(() => field("Puhelin")).toBe("040 123 4567");
    await expect.poll(() => field("Sähköposti")).toBe("aino@example.fi");
    await expect.poll(() => page.getByRole("radio", { name: "MobilePay" }).isChecked()).toBe(true);
    await checkout.goToPay();
    await page.reload();
    await checkout.pay();
    await awaitHeading(page, HEADING.received);
  },
  SLOW,
);

// spec: CK-05
it(
  "who loses the answer and loads the page anew orders once",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.oulu));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    const numbers = await loseAnswers(page);
    await checkout.button().click();
    await expect.poll(() => numbers.length).toBeGreaterThan(0);
    // A press that was repeated meanwhile may still be on its way.
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await checkout.goToPay();
    expect(checkout.numbers).toEqual([...new Set(numbers)]);
    await checkout.pay();
    await awaitHeading(page, HEADING.received);
    expect(await moneyOf(world.server, OPEN.oulu)).toBe(14.9);
  },
  SLOW,
);

describe("a price that changes in the middle", () => {
  it(
    "is shown before anyone presses",
    async () => {
      const cart = ready(OPEN.esplanadi, { items: [line({ productId: "3208", name: "Satamanosturi" })] });
      const checkout = await CheckoutPage.open(world, cart);
      await checkout.awaitSum("Maksa 14,90 €");
      await chain.price(world.server, "3208", "101", 15.4);
      await checkout.awaitSum("Maksa 15,40 €");
      await checkout.goToPay();
      await checkout.pay();
      await expect.poll(() => moneyOf(world.server, OPEN.esplanadi)).toBe(15.4);
    },
    SLOW,
  );

  it(
    "and is not heard of is said at the press, and nothing is ordered at a sum that nobody saw",
    async () => {
      const cart = ready(OPEN.kaisaniemi, { items: [line({ productId: "3218", name: "Veturi" })] });
      const before = await moneyOf(world.server, OPEN.kaisaniemi);
      const checkout = await CheckoutPage.open(world, cart, { blocksUpdates: true });
      await checkout.awaitSum("Maksa 14,90 €");
      await chain.price(world.server, "3218", "101", 15.4);
      await expect.poll(() => priceOf("3218")).toBe(15.4);
      await checkout.button().click();
      await checkout.page.getByText(/Tilauksen hinta on muuttunut\. Uusi summa on 15,40/).waitFor();
      await checkout.awaitSum("Maksa 15,40 €");
      await checkout.goToPay();
      await checkout.pay();
      expect((await moneyOf(world.server, OPEN.kaisaniemi)) - before).toBeCloseTo(15.4);
    },
    SLOW,
  );
});

async function priceOf(productId: string): Promise<number | undefined> {
  const response = await fetch(`${world.server.url}/api/commerce/v2/products/${productId}?sizeId=101`);
  const { productSizes } = (await response.json()) as { productSizes: { calculatedPrice: number }[] };
  return productSizes[0]?.calculatedPrice;
}

// spec: ER-29
it(
  "a product that runs out in the middle is said, stops the order, and goes or comes back",
  async () => {
    const items = [line(), line({ uuid: "b", productId: "3704", sizeId: "302", name: "Jaffa-limonadi" })];
    const checkout = await CheckoutPage.open(world, ready(OPEN.bulevardi, { items }));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 18,60 €");
    await restaurant(world.server, "PUT", OPEN.bulevardi, "out/product/3205");
    const words = "Tuote Ratapiha on loppu valitusta ravintolasta.";
    await page
      .getByRole("dialog", { name: words })
      .getByRole("button", { name: "Sulje", exact: true })
      .click();
    await page.getByRole("listitem").filter({ hasText: "Ratapiha" }).getByText(words).waitFor();
    await expect.poll(() => checkout.button().count()).toBe(0);
    await restaurant(world.server, "DELETE", OPEN.bulevardi, "out/product/3205");
    await checkout.awaitSum("Maksa 18,60 €");
    await restaurant(world.server, "PUT", OPEN.bulevardi, "out/product/3205");
    await page
      .getByRole("dialog", { name: words })
      .getByRole("button", { name: "Sulje", exact: true })
      .click();
    await page.getByRole("button", { name: "Poista: Ratapiha" }).click();
    await checkout.awaitSum("Maksa 3,70 €");
    await checkout.goToPay();
    await checkout.pay();
    await expect.poll(() => moneyOf(world.server, OPEN.bulevardi)).toBe(3.7);
    await restaurant(world.server, "DELETE", OPEN.bulevardi, "out/product/3205");
  },
  SLOW,
);

// spec: ER-12
it(
  "a restaurant that pauses in the middle says so where one pays, and goes on by itself",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kallio));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await restaurant(world.server, "PUT", OPEN.kallio, "pause", { until });
    const bar = page.getByRole("alert").filter({ hasText: "Väliaikaisesti ei verkkokauppatilauksia" });
    await bar.first().waitFor();
    await expect.poll(() => checkout.button().count()).toBe(0);
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
    await restaurant(world.server, "DELETE", OPEN.kallio, "pause");
    await checkout.awaitSum("Maksa 14,90 €");
    await expect.poll(() => bar.count()).toBe(0);
    await checkout.goToPay();
    await checkout.pay();
    await expect.poll(() => moneyOf(world.server, OPEN.kallio)).toBe(14.9);
  },
  SLOW,
);

// spec: CA-45
it("without packaging is offered where it may be, makes it cheaper, and is not for everything", async () => {
  const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { method: DELIVERED }));
  const { page } = checkout;
  await checkout.awaitSum("Maksa 21,80 €");
  const wish = page.getByRole("checkbox", { name: "Ilman pakkausta" });
  await wish.check();
  await checkout.awaitSum("Maksa 21,30 €");
  await page.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
  await checkout.awaitSum("Maksa 36,20 €");
  await page.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
  await checkout.awaitSum("Maksa 51,60 €");
  await expect.poll(() => wish.count()).toBe(0);
});

// spec: CK-12
describe("a payment that is refused", () => {
  const REFUSED = "Maksu hylättiin. Kokeile toista maksutapaa.";

  it(
    "is said in the cart, and the same cart pays the same order, once",
    async () => {
      const before = await moneyOf(world.server, OPEN.kaisaniemi);
      const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
      const { page } = checkout;
      await checkout.goToPay();
      await checkout.choose("Hylkää");
      await page.getByText(REFUSED).first().waitFor();
      await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
      await page.getByRole("radio", { name: "MobilePay" }).check();
      await checkout.goToPay();
      expect(checkout.numbers).toHaveLength(1);
      await checkout.pay();
      await awaitHeading(page, HEADING.received);
      expect((await moneyOf(world.server, OPEN.kaisaniemi)) - before).toBeCloseTo(14.9);
    },
    SLOW,
  );

  // spec: CK-09
  it(
    "and a changed cart takes back the first order before it makes another",
    async () => {
      const before = await moneyOf(world.server, OPEN.turku);
      const checkout = await CheckoutPage.open(world, ready(OPEN.turku), { clock: true });
      const { page } = checkout;
      await checkout.goToPay();
      await checkout.choose("Hylkää");
      await page.getByText(REFUSED).first().waitFor();
      await page.getByRole("button", { name: "Lisää määrää: Ratapiha" }).click();
      await checkout.awaitSum("Maksa 29,80 €");
      await page.clock.fastForward(BETWEEN_ORDERS_MS);
      await checkout.goToPay();
      expect(checkout.numbers).toHaveLength(2);
      await checkout.pay();
      await awaitHeading(page, HEADING.received);
      const [first = "", second = ""] = checkout.numbers;
      expect(await checkout.paymentStatus(first)).toBe(3);
      expect(await checkout.paymentStatus(second)).toBe(2);
      expect((await moneyOf(world.server, OPEN.turku)) - before).toBeCloseTo(29.8);
    },
    SLOW,
  );
});
