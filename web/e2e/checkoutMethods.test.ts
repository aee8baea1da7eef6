/** The ways to pay, and what else is bought at the checkout. */
import { describe, expect, it } from "vitest";
import { HEADING } from "./harness/headings";
import { awaitHeading } from "./harness/reading";
import { line, moneyOf, OPEN, pickupAt, ready, CheckoutPage } from "./harness/checkoutPage";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
const SLOW = 60_000;

const unpaid = (restaurantId: string) => ready(restaurantId, { paymentMethod: null });

describe("a guest pays", () => {
  // spec: PY-07
  it(
    "by bank, once the bank is chosen",
    async () => {
      const checkout = await CheckoutPage.open(world, unpaid(OPEN.kaisaniemi));
      const { page } = checkout;
      await page.getByRole("radio", { name: "Verkkopankki" }).check();
      await checkout.button().click();
      await page.getByText("Valitse pankki.").waitFor();
      await page.getByText("Puuttuu vielä: pankki.").waitFor();
      const banks = page.getByRole("group", { name: "Pankki" }).getByRole("radio");
      await expect.poll(() => banks.count()).toBe(10);
      await page.getByText("Nordea", { exact: true }).click();
      await checkout.goToPay();
      await checkout.pay();
      await awaitHeading(page, HEADING.received);
    },
    SLOW,
  );

  // spec: PY-07, PY-15
  it(
    "later by Klarna, which says how long they have",
    async () => {
      const checkout = await CheckoutPage.open(world, unpaid(OPEN.kluuvi));
      const { page } = checkout;
      await page.getByRole("radio", { name: "Klarna" }).check();
      await page.getByText("Maksat 30 päivän kuluessa. Klarna kysyy henkilötunnuksesi.").waitFor();
      await checkout.goToPay();
      await checkout.pay();
      await awaitHeading(page, HEADING.received);
    },
    SLOW,
  );

  // spec: PY-07
  it(
    "at the counter: the order is received at once",
    async () => {
      const checkout = await CheckoutPage.open(world, unpaid(OPEN.bulevardi));
      const { page } = checkout;
      await page.getByRole("radio", { name: "Maksu ravintolassa" }).check();
      await page.getByText("Maksat ravintolassa, kun noudat tai syöt. Käteinen ja kortti käyvät.").waitFor();
      await checkout.awaitSum("Tilaa 14,90 €");
      await checkout.button().click();
      await page.waitForURL(/\/tilaus\/\d+/);
      await awaitHeading(page, HEADING.received);
      await checkout.come();
      await page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
    },
    SLOW,
  );

  // spec: PY-12, PY-14
  it(
    "a part by gift card: what cannot stand beside it says so, and the provider asks for the rest",
    async () => {
      const checkout = await CheckoutPage.open(world, unpaid(OPEN.esplanadi));
      const { page } = checkout;
      await page.getByRole("checkbox", { name: "Maksa osa lahjakortilla" }).check();
      await page.getByText("Lahjakorttia ei voi yhdistää tähän maksutapaan.").first().waitFor();
      await expect.poll(() => page.getByRole("radio", { name: "Klarna" }).count()).toBe(0);
      await page.getByRole("radio", { name: "Pankki- tai luottokortti" }).check();
      await checkout.button().click();
      await page.getByText("Puuttuu vielä: lahjakortin tiedot.").waitFor();
      await page.getByRole("textbox", { name: "Lahjakortin numero" }).fill("9990000000000033");
      await page.getByRole("textbox", { name: "PIN-koodi" }).fill("3456");
      await checkout.goToPay();
      await page.getByText("4,90").first().waitFor();
      await checkout.pay();
      await awaitHeading(page, HEADING.received);
    },
    SLOW,
  );

  it(
    "all by gift card: nobody is sent to a provider",
    async () => {
      const checkout = await CheckoutPage.open(world, unpaid(OPEN.tampere));
      const { page } = checkout;
      await page.getByRole("radio", { name: "Lahjakortti", exact: true }).check();
      await page.getByRole("textbox", { name: "Lahjakortin numero" }).fill("9990000000000017");
      await page.getByRole("textbox", { name: "PIN-koodi" }).fill("1234");
      await checkout.button().click();
      await page.waitForURL(/\/tilaus\/\d+/);
      await awaitHeading(page, HEADING.received);
    },
    SLOW,
  );
});

// spec: CA-05, CA-25, CA-33, CA-34
it(
  "a combo stands together under its name with one price, is changed as one, paid, and can be taken away",
  async () => {
    const checkout = await CheckoutPage.open(world, ready(OPEN.oulu, { items: [] }), { device: "desktop" });
    const { page } = checkout;
    await page.goto(`${world.server.url}/menu/kaveripaketti`);
    const editor = page.getByRole("dialog", { name: "Kaveripaketti" });
    await editor.getByRole("button", { name: /^Lisää tilaukseen(?!:)/ }).click();
    await editor.waitFor({ state: "detached" });
    await checkout.come();
    await checkout.awaitSum("Maksa 28,90 €");
    const combo = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Kaveripaketti" }) });
    await expect.poll(() => combo.getByRole("listitem").count()).toBe(4);
    await combo.getByRole("link", { name: /^Muokkaa täytteitä: Rappukäytävä/ }).click();
    const product = page.getByRole("dialog", { name: "Rappukäytävä" });
    await product
      .getByRole("button", { name: /^Lisää: / })
      .first()
      .click();
    await product.getByRole("button", { name: /^Tallenna/ }).click();
    await product.waitFor({ state: "detached" });
    await expect.poll(() => combo.getByText(/^\+ /).count()).toBe(1);
    await checkout.goToPay();
    await checkout.page.goBack();
    await page.getByRole("button", { name: "Poista tarjous: Kaveripaketti" }).click();
    await page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
  },
  SLOW,
);

it(
  "a drink is offered once, however many campaigns make it cheaper on that day",
  async () => {
    const perfetta = line({
      productId: "3900",
      name: "Perfetta",
      ingredients: [
        {
          ingredientId: "1201",
          quantity: 1,
          name: "Ohut pizzapohja",
          categoryId: "dough",
          recipeQuantity: 1,
        },
        {
          ingredientId: "1001",
          quantity: 1,
          name: "Tomaattikastike",
          categoryId: "baseSauce",
          recipeQuantity: 1,
        },
        { ingredientId: "1101", quantity: 1, name: "Mozzarella", categoryId: "cheese", recipeQuantity: 1 },
        { ingredientId: "1301", quantity: 1, name: "Kinkku", categoryId: "toppings", recipeQuantity: 0 },
      ],
    });
    const checkout = await CheckoutPage.open(world, ready(OPEN.turku, { items: [perfetta] }));
    const { page } = checkout;
    const extras = page.getByRole("region", { name: "Kruunaa tilaus" });
    await extras.getByText("Jaffa-limonadi").first().waitFor();
    const asMember = extras.getByRole("link", { name: "Kirjaudu ja hyödynnä etu" });
    await expect.poll(() => asMember.count()).toBe(1);
    expect(await extras.getByText("Jaffa-limonadi").count()).toBe(1);
  },
  SLOW,
);

// spec: CA-04, CA-12, CA-37, CA-46, CA-67
it(
  "a line is never less than one, is taken away with a way back, and all of it once it was asked",
  async () => {
    const items = [line({ quantity: 2 }), line({ uuid: "b", productId: "3208", name: "Satamanosturi" })];
    const checkout = await CheckoutPage.open(world, ready(OPEN.kallio, { items }));
    const { page } = checkout;
    const less = page.getByRole("button", { name: "Vähennä määrää: Ratapiha" });
    await less.click();
    await checkout.awaitSum("Maksa 29,80 €");
    await expect.poll(() => less.isEnabled()).toBe(false);
    await page.getByRole("button", { name: "Poista: Satamanosturi" }).click();
    await checkout.awaitSum("Maksa 14,90 €");
    await page.getByText("Satamanosturi poistettiin.").waitFor();
    await page.getByRole("button", { name: "Kumoa" }).click();
    await checkout.awaitSum("Maksa 29,80 €");
    await page.getByRole("button", { name: "Tyhjennä ostoskori" }).click();
    const question = page.getByRole("dialog", { name: "Tyhjennä ostoskori" });
    await question.getByText("Oletko varma, että haluat tyhjentää ostoskorisi?").waitFor();
    await question.getByRole("button", { name: "Peruuta" }).click();
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha", "Satamanosturi"]);
    await page.getByRole("button", { name: "Tyhjennä ostoskori" }).click();
    await question.getByRole("button", { name: "Tyhjennä", exact: true }).click();
    await page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla.").waitFor();
    expect(await moneyOf(world.server, OPEN.kallio)).toBe(0);
  },
  SLOW,
);

// spec: CA-07, CA-10, CK-34
it(
  "where and how one orders is changed from the cart, and the cart follows",
  async () => {
    const checkout = await CheckoutPage.open(
      world,
      ready(OPEN.kaisaniemi, { method: pickupAt(OPEN.kaisaniemi) }),
    );
    const { page } = checkout;
    const where = page.getByRole("region", { name: "Toimitus" });
    await where.getByText(/^Noudettavissa noin \d+\smin kuluttua$/).waitFor();
    await where.getByText("Nouto · Ovelle").waitFor();
    await page.getByRole("link", { name: "Muokkaa toimitustapaa" }).click();
    await page.getByRole("dialog").first().waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => checkout.lines()).toEqual(["Ratapiha"]);
  },
  SLOW,
);
