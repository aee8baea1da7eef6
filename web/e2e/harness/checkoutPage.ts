/** A guest at the checkout, with a cart that was put together before, and what the server knows of their orders. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { NEW_ORDER, type Order, type OrderItem, type OrderMethod } from "../../src/shop/cart/order";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import { DISPATCH_KEY, type Server } from "./server";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

/** Restaurants of the demo chain that never close, one for each test that needs one for itself. */
export const OPEN = {
  kaisaniemi: "12",
  kluuvi: "14",
  bulevardi: "17",
  esplanadi: "26",
  tampere: "31",
  turku: "42",
  oulu: "53",
  kallio: "360",
} as const;

/** A line of a cart; it costs as much at lunch as at any other hour. */
export function line(parts: Partial<OrderItem> = {}): OrderItem {
  return {
    uuid: "a",
    productId: "3205",
    sizeId: "101",
    name: "Ratapiha",
    sizeName: "Normaali",
    productCategoryId: "pizza",
    ingredients: null,
    unitPrice: 14.9,
    addedFrom: "menu",
    quantity: 1,
    comboId: null,
    comboCampaignCode: null,
    ...parts,
  };
}

/** To be picked up. */
export function pickupAt(restaurantId: string, parts: Partial<OrderMethod> = {}): OrderMethod {
  return {
    orderType: "pickup",
    restaurantId,
    restaurantName: "Ovelle",
    preorderTime: null,
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
    ...parts,
  };
}

/** To be brought to a door in Helsinki. */
export const DELIVERED: OrderMethod = pickupAt(OPEN.kaisaniemi, {
  orderType: "delivery",
  address: {
    streetAddress: "Liisankatu 12",
    apartmentNumber: "",
    city: "Helsinki",
    zipCode: "00170",
    latitude: 60.1741,
    longitude: 24.9536,
    extraInfo: "",
  },
});

/** Somebody with a pizza in the cart, who has said who they are. */
export function ready(restaurantId: string, parts: Partial<Order> = {}): Order {
  const { method = pickupAt(restaurantId) } = parts;
  const address = method?.address ?? null;
  return {
    ...NEW_ORDER,
    revision: 1,
    items: [line()],
    contact: {
      ...NEW_ORDER.contact,
      name: "Aino Virtanen",
      phone: "040 123 4567",
      email: "aino@example.fi",
      address,
    },
    paymentMethod: "scheme",
    ...parts,
    method,
  };
}

/** An order that the server has taken. */
export interface Placed {
  orderId: string;
  orderKey: string;
}

/** How somebody comes to the checkout. */
export interface CheckoutOptions extends VisitOptions {
  /** Whether the page hears nothing of its restaurant by itself: neither by a line nor by asking. */
  blocksUpdates?: boolean;
}

async function blockUpdates(page: Page): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.route("**/availability?**", (route) => route.abort());
}

/** Who stands at the checkout. */
export class CheckoutPage {
  /** The orders that stood when somebody came to the provider's page, in order. */
  readonly placed: Placed[] = [];

  private constructor(
    readonly visit: Visit,
    private readonly server: Server,
  ) {}

  /** Opens the cart on the server's own address, where the provider leads back to. */
  static async open(world: World, order: Order | null, how: CheckoutOptions = {}): Promise<CheckoutPage> {
    const visit = await world.visitor(how);
    if (how.blocksUpdates) await blockUpdates(visit.page);
    const checkout = new CheckoutPage(visit, world.server);
    await visit.page.context().addInitScript(
      ([key, text]) => {
        // Only at first: what the visit does to it is kept.
        if (text !== null && localStorage.getItem(key) === null) localStorage.setItem(key, text);
      },
      [ORDER_KEY, order && JSON.stringify({ ...order, keptAt: Date.now() })] as const,
    );
    await checkout.come();
    return checkout;
  }

  get page(): Page {
    return this.visit.page;
  }

  /** Comes to the cart. */
  async come(page = this.page): Promise<void> {
    await page.goto(`${this.server.url}/ostoskori`);
  }

  /** Another tab of the same browser, at the cart too. */
  async secondTab(): Promise<Page> {
    const page = await this.page.context().newPage();
    await this.come(page);
    return page;
  }

  /** The button that orders, once it says a sum and can be pressed. */
  button(page = this.page): Locator {
    return page.getByRole("button", { name: /^(Maksa|Tilaa) \d/, disabled: false });
  }

  /** Waits until the button says so, and can be pressed. */
  async awaitSum(words: string, page = this.page): Promise<void> {
    await page.getByRole("button", { name: words, exact: true, disabled: false }).waitFor();
  }

  /** Presses it, and comes to the provider's page. */
  async goToPay(page = this.page): Promise<void> {
    await this.button(page).click();
    await page.waitForURL(/\/testimaksu\//);
    await this.note(page);
  }

  /** Remembers which order this is, on the provider's page. */
  private async note(page: Page): Promise<void> {
    const order = await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("ovelle.checkout") ?? "null") as {
        attempt: { order: Placed | null } | null;
      } | null;
      return kept?.attempt?.order ?? null;
    });
    if (!order) throw new Error("no order stands");
    this.placed.push(order);
  }

  /** Makes a choice on the provider's page. */
  async choose(choice: "Maksa" | "Peruuta" | "Hylkää", page = this.page): Promise<void> {
    if (choice === "Hylkää") await page.getByText("Muut lopputulokset").click();
    await page.getByRole("button", { name: choice === "Hylkää" ? /^Hylkää/ : choice, exact: true }).click();
  }

  /** Has the provider refuse for a reason of its own, and comes back to the cart. */
  async refuse(code: number, page = this.page): Promise<void> {
    await page.getByText("Muut lopputulokset").click();
    await page.getByLabel("Virhekoodi").fill(String(code));
    await page.getByRole("button", { name: "Hylkää", exact: true }).click();
    await page.waitForURL(/\/ostoskori/);
  }

  /** Pays there, and comes to the tracker. */
  async pay(page = this.page): Promise<void> {
    await this.choose("Maksa", page);
    await page.waitForURL(/\/tilaus\/\d+/);
  }

  /** The names of what the cart holds. */
  lines(page = this.page): Promise<string[]> {
    return page.getByRole("region", { name: /tuote/ }).getByRole("heading", { level: 3 }).allInnerTexts();
  }

  /** The numbers of the orders that were placed from here. */
  get numbers(): string[] {
    return [...new Set(this.placed.map(({ orderId }) => orderId))];
  }

  /** How the money of an order stands: waiting 1, paid 2, cancelled 3. */
  async paymentStatus(orderId: string): Promise<number> {
    const order = this.placed.find((one) => one.orderId === orderId);
    if (!order) throw new Error(`${orderId} was not placed from here`);
    const response = await fetch(`${this.server.url}/api/commerce/v2/order/DetailsByKey`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ orderId, orderKey: order.orderKey }),
    });
    const { orderData } = (await response.json()) as { orderData: { paymentStatus: number } };
    return orderData.paymentStatus;
  }
}

/** What the book says a restaurant was paid, less what it gave back, in euros. */
export async function moneyOf(server: Server, restaurantId: string): Promise<number> {
  const [head = "", ...rows] = (await server.command("ledger", "--csv")).trim().split("\n");
  const columns = head.split(",");
  const cells = rows.map((row) => row.split(","));
  const at = (name: string) => columns.indexOf(name);
  const sums = cells
    .filter((row) => row[at("restaurantId")] === restaurantId)
    .map((row) => Number(row[at("paid")]) - Number(row[at("refunded")]));
  return sums.reduce((sum, euros) => sum + euros, 0);
}

/** Lets orders reach the server while no answer comes back; says, as they do, which numbers they were given. */
export async function loseAnswers(page: Page): Promise<string[]> {
  const numbers: string[] = [];
  await page.route("**/api/commerce/v2/shoppingcart/order", async (route) => {
    const answer = await route.fetch();
    numbers.push(((await answer.json()) as { orderId: string }).orderId);
    await route.abort();
  });
  return numbers;
}

/** Does something to a restaurant by the dispatch key: what is out, a pause (ordering §7). */
export async function restaurant(
  server: Server,
  method: "PUT" | "DELETE",
  restaurantId: string,
  what: "pause" | `out/${"product" | "ingredient"}/${string}`,
  body: object = {},
): Promise<void> {
  const response = await fetch(`${server.url}/api/dispatch/restaurants/${restaurantId}/${what}`, {
    method,
    headers: { authorization: `Bearer ${DISPATCH_KEY}`, "content-type": "application/json" },
    ...(method === "PUT" && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}
