/** The cart in each of its states, and what comes after paying: how it is read out, and whether everybody can use it. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { NEW_ORDER, type Order } from "../src/shop/cart/order";
import { expectOutline, outlineOf } from "./harness/reading";
import { DELIVERED, line, OPEN, pickupAt, ready, restaurant, CheckoutPage } from "./harness/checkoutPage";
import { expectUsable } from "./harness/usable";
import { useWorld } from "./harness/world";

const world = useWorld({ settings: { OVELLE_ORDERS_PER_ADDRESS: "0" } });
/** A cart is long, and it is audited on four devices. */
const AUDITED_WITHIN_MS = 90_000;

const JAFFA = line({
  uuid: "b",
  productId: "3704",
  sizeId: "302",
  sizeName: "0,5 l",
  name: "Jaffa-limonadi",
  productCategoryId: "drink",
});
const FULL = ready(OPEN.kaisaniemi, {
  method: DELIVERED,
  items: [line({ quantity: 2 }), JAFFA],
  promotionCodes: ["kotiovelle"],
});

interface TillState {
  name: string;
  order: Order | null;
  /** Brings the page into the state; what is answered is there once it is reached. */
  reach: (checkout: CheckoutPage) => Promise<Locator>;
}

const STATES: readonly TillState[] = [
  {
    name: "cart-without-restaurant",
    order: null,
    reach: async ({ page }) => page.getByText("Ole hyvä ja valitse ensin ravintola!"),
  },
  {
    name: "cart-empty",
    order: { ...NEW_ORDER, revision: 1, method: pickupAt(OPEN.kaisaniemi) },
    reach: async ({ page }) => page.getByText("Ostoskorisi on tyhjä. Pizzat odottavat ruokalistalla."),
  },
  {
    name: "cart-full",
    order: FULL,
    reach: async (checkout) => {
      await checkout.page.getByRole("radio", { name: "MobilePay" }).waitFor();
      return checkout.button();
    },
  },
  {
    name: "cart-messages",
    order: ready(OPEN.tampere, {
      items: [line(), JAFFA],
      promotionCodes: ["kannykka"],
      avoidAllergens: ["milk"],
    }),
    reach: async ({ page }) => {
      await restaurant(world.server, "PUT", OPEN.tampere, "out/product/3704");
      await page.getByRole("dialog").getByRole("button", { name: "Sulje", exact: true }).click();
      await page.getByRole("radio", { name: "MobilePay" }).waitFor();
      return page.getByRole("alert").filter({ hasText: "Tuotteessa Ratapiha on: maito." }).first();
    },
  },
  {
    name: "checkout-faults",
    order: ready(OPEN.kaisaniemi, { contact: NEW_ORDER.contact, paymentMethod: null }),
    reach: async (checkout) => {
      const { page } = checkout;
      await page.getByRole("radio", { name: "MobilePay" }).waitFor();
      await page.getByRole("textbox", { name: "Sähköposti" }).fill("aino");
      await checkout.button().click();
      return page.getByText("Puuttuu vielä: nimi, puhelin, sähköposti, maksutapa.");
    },
  },
  {
    name: "checkout-methods",
    order: ready(OPEN.kaisaniemi, { paymentMethod: "ebanking_FI", paymentOption: "nordea" }),
    reach: async ({ page }) => {
      await page.getByRole("checkbox", { name: "Maksa osa lahjakortilla" }).check();
      await page.getByRole("radio", { name: "Pankki- tai luottokortti" }).check();
      return page.getByRole("textbox", { name: "Lahjakortin numero" });
    },
  },
  {
    name: "order-waiting",
    order: ready(OPEN.kaisaniemi),
    reach: async (checkout) => {
      await checkout.goToPay();
      const [{ orderId, orderKey } = { orderId: "", orderKey: "" }] = checkout.placed;
      await checkout.page.goto(`${world.server.url}/tilaus/${orderId}?orderKey=${orderKey}`);
      return checkout.page.getByRole("heading", { name: "Odotamme maksua" });
    },
  },
  {
    name: "payment-checking",
    order: ready(OPEN.kaisaniemi),
    reach: async (checkout) => {
      const { page } = checkout;
      // Nobody answers.
      await page.route("**/DetailsByKey", () => {});
      await page.goto(`${world.server.url}/tilaus/tulos?status=PENDING&orderid=10001&order-key=abc`);
      return page.getByText("Tässä kestää. Vahvistus tulee sähköpostiin.");
    },
  },
];

describe.each([...STATES])("$name", ({ name, order, reach }) => {
  it(
    "says what it is, and everybody can use it",
    async () => {
      const checkout = await CheckoutPage.open(world, order);
      await (await reach(checkout)).waitFor();
      await expectOutline(name, () => outlineOf(checkout.page.getByRole("main")));
      await expectUsable(checkout.page);
    },
    AUDITED_WITHIN_MS,
  );
});

// spec: CA-01
it("the fragment of the methods brings them into view, with the focus", async () => {
  const checkout = await CheckoutPage.open(world, ready(OPEN.kaisaniemi));
  await checkout.page.goto(`${world.server.url}/ostoskori#maksutavat`);
  await expect.poll(() => checkout.page.evaluate(() => document.activeElement?.id)).toBe("maksutavat");
});
