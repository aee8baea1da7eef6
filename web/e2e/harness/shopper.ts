/** Somebody who shops: what they had chosen before they came. */
import { type NewItem, ORDER_VERSION, type Order } from "../../src/shop/cart/order";
import { ORDER_KEY } from "../../src/shop/cart/storage";
import type { Registered } from "./kitchen";
import type { Visit, VisitOptions } from "./visit";
import type { Visitors, World } from "./world";

/** What a browser has kept of an order; `null`: nothing. */
export type Shopper = Partial<Order> | null;

const DAY_MS = 24 * 60 * 60_000;

/** Tomorrow at six in the evening, when the restaurant is open whenever a test runs. */
function tomorrowEvening(): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Helsinki" }).format(Date.now() + DAY_MS);
  return `${day} 18:00`;
}

/** The days on which the chain's offers of single weekdays rest: Friday, Saturday, Sunday. */
const WEEKEND = new Set([5, 6, 0]);

/** The next evening of a weekend, from tomorrow on, at six: what is sold then does not depend on when a test runs. */
export function weekendEvening(): string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Helsinki" });
  const days = [1, 2, 3, 4, 5].map((ahead) => format.format(Date.now() + ahead * DAY_MS));
  return `${days.find((day) => WEEKEND.has(new Date(`${day}T12:00Z`).getUTCDay()))} 18:00`;
}

/** The next Monday at six in the evening, when no lunch and no weekend stands in the way. */
function mondayEvening(): string {
  const days = [1, 2, 3, 4, 5, 6, 7].map((ahead) => new Date(Date.now() + ahead * DAY_MS));
  return `${days
    .find((day) => day.getUTCDay() === 1)
    ?.toISOString()
    .slice(0, 10)} 18:00`;
}

const PIZZA: NewItem = {
  productId: "3003",
  sizeId: "101",
  name: "Saunavuoro",
  sizeName: "Normaali",
  productCategoryId: "pizza",
  ingredients: null,
  unitPrice: 13.9,
  addedFrom: "menu",
};

const DRINK: NewItem = {
  productId: "3704",
  sizeId: "303",
  name: "Jaffa-limonadi",
  sizeName: "1,5 l",
  productCategoryId: "drink",
  ingredients: null,
  unitPrice: 5.9,
  addedFrom: "menu",
};

const HALF_LITRE = { sizeId: "302", sizeName: "0,5 l" };

/** Who comes: for the first time, or with a restaurant chosen. */
export const CUSTOMER = {
  new: null,
  chosen: { method: pickupAt("12", "Ovelle Kallio") },
  /** Who orders for a day without offers of single weekdays. */
  weekend: { method: pickupAt("12", "Ovelle Kallio", weekendEvening) },
  /** Who orders for Monday evening. */
  monday: { method: pickupAt("12", "Ovelle Kallio", mondayEvening) },
  /** Whose restaurant has run out of an ice cream. */
  unlucky: { method: pickupAt("110", "Ovelle Rovaniemi") },
  /** With two pizzas and a drink in the cart. */
  full: { method: pickupAt("12", "Ovelle Kallio"), items: [lineOf(PIZZA, 2), lineOf(DRINK, 1)] },
  /** With a combo in the cart. */
  combined: {
    method: pickupAt("12", "Ovelle Kallio"),
    promotionCodes: ["kaverit"],
    items: [
      comboLine("3002", "Rappukäytävä"),
      comboLine("3003", "Saunavuoro"),
      comboLine("3704", "Jaffa-limonadi", "drink"),
      comboLine("3705", "Tumma kola", "drink"),
    ],
  },
  /** With a pizza in the cart, and no restaurant yet. */
  undecided: { items: [lineOf(PIZZA, 1)] },
} as const satisfies Record<string, Shopper>;

function lineOf(item: NewItem, quantity: number) {
  const uuid = `00000000-0000-4000-8000-${item.productId.padStart(12, "0")}`;
  return { ...item, uuid, quantity, comboId: null, comboCampaignCode: null };
}

function comboLine(productId: string, name: string, productCategoryId = "pizza") {
  const size = productCategoryId === "pizza" ? { sizeId: "101", sizeName: "Normaali" } : HALF_LITRE;
  const item = { ...PIZZA, ...size, productId, name, productCategoryId };
  return { ...lineOf(item, 1), comboId: "kaveripaketti-1", comboCampaignCode: "kaverit" };
}

function pickupAt(restaurantId: string, restaurantName: string, evening = tomorrowEvening) {
  return {
    orderType: "pickup" as const,
    restaurantId,
    restaurantName,
    // Told anew each time: a run may go on over midnight.
    get preorderTime() {
      return evening();
    },
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
  };
}

/** Gets ready somebody who shops, by default on a phone; nothing is opened yet. */
export async function shopperTo(world: Visitors, who: Shopper, how: VisitOptions = {}): Promise<Visit> {
  const visit = await world.visitor({ device: "phone", theme: "light", ...how });
  if (who !== null) await choose(visit, who);
  return visit;
}

/** Lets a browser have kept an order, before it opens anything. */
export async function choose({ page }: Visit, who: Partial<Order>): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      // Only at first: what the visit does to it is kept.
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
    },
    [ORDER_KEY, kept(who)] as const,
  );
}

/** Puts another order into an open page's storage; it counts from the next load on. */
export async function chooseAnew({ page }: Visit, who: Partial<Order>): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [ORDER_KEY, kept(who)] as const);
}

function kept(who: Partial<Order>): string {
  const order = { version: ORDER_VERSION, revision: 1, items: [], promotionCodes: [], ...who };
  return JSON.stringify({ keptAt: Date.now(), ...order });
}

/** Lets a browser remember orders that it placed just now, the newest first. */
export async function rememberOrders(visit: Visit, orders: readonly Registered[]): Promise<void> {
  const placedAt = new Date().toISOString();
  const placed = orders.map(({ orderId, orderKey }) => ({ orderId, orderKey, placedAt }));
  await visit.page.addInitScript(
    (text) => localStorage.setItem("ovelle.placed-orders", text),
    JSON.stringify(placed),
  );
}

/** Opens a page as somebody who shops. */
export async function shopper(
  world: World,
  path: string,
  who: Shopper,
  how: VisitOptions = {},
): Promise<Visit> {
  const visit = await shopperTo(world, who, how);
  await visit.open(path);
  return visit;
}
