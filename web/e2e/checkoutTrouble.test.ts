/** What gets in the way of an order, and how it goes on from there: no dead end, nothing lost, nothing charged twice. */
import { expect, it } from "vitest";
import { Chain } from "./harness/chain";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { DELIVERED, moneyOf, OPEN, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const chain = await Chain.make();
const world = useWorld({ settings: { OVELLE_CONTENT: chain.folder, OVELLE_ORDERS_PER_ADDRESS: "0" } });
const SLOW = 90_000;

// spec: CK-17, ER-08
it(
  "a restaurant that closes in the middle is said where one pays, and another takes the same cart",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.esplanadi));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    await chain.close(world.server, OPEN.esplanadi);
    const words =
      "Valitettavasti valitsemasi ravintola ei ole enää auki. Valitse toinen ravintola ja yritä uudelleen.";
    await page.getByRole("region", { name: "Kassa" }).getByText(words).waitFor();
    await expect.poll(() => checkout.button().count()).toBe(0);
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);

    await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
    const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
    await setUp.getByRole("searchbox").fill("Kaisaniemi");
    await setUp.getByRole("radio", { name: /^Ovelle Kaisaniemi/ }).check();
    await setUp.getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
    await setUp.waitFor({ state: "detached" });
    await checkout.awaitSum("Maksa 14,90 €");
    await checkout.goToPay();
    await checkout.pay();
    await awaitHeading(page, HEADING.received);
    expect(await moneyOf(world.server, OPEN.kaisaniemi)).toBe(14.9);
    expect(await moneyOf(world.server, OPEN.esplanadi)).toBe(0);
  },
  SLOW,
);

it(
  "what another tab adds while one pays stays in the cart, and is not in the order",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kluuvi), { device: "desktop" });
    await checkout.goToPay();
    const second = await checkout.page.context().newPage();
    await second.goto(`${world.server.url}/menu`);
    await second.getByRole("button", { name: "Lisää: Aiolidippi" }).click();
    await second.getByRole("button", { name: "Vähennä: Aiolidippi" }).waitFor();
    await checkout.pay();
    await awaitHeading(checkout.page, HEADING.received);
    await checkout.come(second);
    await checkout.awaitSum("Maksa 1,50 €", second);
    await expect.poll(() => checkout.lines(second)).toEqual(["Aiolidippi"]);
    expect(await moneyOf(world.server, OPEN.kluuvi)).toBe(14.9);
  },
  SLOW,
);

it(
  "who presses without a connection is told that nothing was sent, and the next press goes through",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.tampere));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    await page.context().setOffline(true);
    await checkout.button().click();
    await page.getByText("Yhteys ei toimi. Tilausta ei lähetetty, ja ostoskorisi on tallessa.").waitFor();
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
    await page.context().setOffline(false);
    await checkout.goToPay();
    await checkout.pay();
    await awaitHeading(page, HEADING.received);
    expect(checkout.numbers).toHaveLength(1);
  },
  SLOW,
);

it(
  "who goes to the cart without a connection is told so, and is there when it is back",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.turku));
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    const other = await page.context().newPage();
    await other.goto(`${world.server.url}/menu`);
    const cart = other.getByRole("link", { name: /^Ostoskori/ }).first();
    await other.getByRole("button", { name: "Lisää: Aiolidippi" }).waitFor();
    await page.context().setOffline(true);
    await other.getByText(/^Yhteys katkesi\. Ostoskorisi on tallessa/).waitFor();
    await cart.click();
    await page.context().setOffline(false);
    await other.waitForURL(/\/ostoskori/);
    await expect.poll(() => checkout.lines(other)).toEqual(["Ratapiha"]);
    await other.getByText(/^Yhteys katkesi/).waitFor({ state: "detached" });
  },
  SLOW,
);

// spec: T-07
it(
  "what was written to the driver in the set-up is in the cart, and stands in the order",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi, { method: DELIVERED }));
    const { page } = checkout;
    const driver = page.getByRole("textbox", { name: "Lisätiedot kuljettajalle" });
    await checkout.awaitSum("Maksa 21,80 €");
    await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
    const setUp = page.getByRole("dialog", { name: "Muokkaa toimitustapaa" });
    await setUp.getByRole("textbox", { name: "Rappu/asunto" }).fill("B 7");
    await setUp.getByRole("textbox", { name: "Lisätiedot kuljettajalle" }).fill("Ovikoodi 1234");
    await setUp.getByRole("button", { name: "Tallenna valinnat", exact: true }).click();
    await setUp.waitFor({ state: "detached" });
    await expect.poll(() => driver.inputValue()).toBe("Ovikoodi 1234");
    await checkout.awaitSum("Maksa 21,80 €");
    await checkout.goToPay();
    await checkout.pay();
    const address = page.getByRole("region", { name: "Osoite" });
    for (const words of ["Liisankatu 12", "B 7", "00170 Helsinki", "Ovikoodi 1234"]) {
      await expect.poll(() => address.innerText()).toContain(words);
    }
  },
  SLOW,
);

// spec: CK-09
it(
  "presses that come twice order once, and pay once",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.oulu), { device: "desktop" });
    const { page } = checkout;
    await checkout.awaitSum("Maksa 14,90 €");
    const placed: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/shoppingcart/order"))
        placed.push(request.headers()["idempotency-key"] ?? "");
    });
    await checkout.button().dblclick();
    await page.waitForURL(/\/testimaksu\//);
    await page.getByRole("button", { name: "Maksa", exact: true }).dblclick({ noWaitAfter: true });
    await page.waitForURL(/\/tilaus\/\d+/);
    await awaitHeading(page, HEADING.received);
    expect(placed).toHaveLength(1);
    expect(await moneyOf(world.server, OPEN.oulu)).toBe(14.9);
  },
  SLOW,
);
