/** Orders as customers of the demo chain make them (`content/menu.json`, `content/restaurants.json`). */
import type { components } from "../../src/api/schema";

/** The body of `POST /api/dispatch/orders`. */
export type RegisterOrder = components["schemas"]["RegisterOrder"];
type Item = components["schemas"]["RegisterItem"];
type Ingredient = components["schemas"]["RegisterIngredient"];

/** Restaurants of the demo chain. */
export const RESTAURANTS = {
  /** Delivers and is tracked. */
  kluuvi: {
    id: "14",
    name: "Ovelle Kluuvi",
    phone: "+358 9 000 0114",
    place: { lat: 60.16859, lng: 24.94775 },
  },
  /** At the edge of the built-in map. */
  bulevardi: { id: "17", name: "Ovelle Bulevardi", place: { lat: 60.16496, lng: 24.93833 } },
  /** In the middle of the built-in map. */
  kaisaniemi: { id: "12", name: "Ovelle Kaisaniemi", place: { lat: 60.17126, lng: 24.94785 } },
  /** Outside the built-in map. */
  tampere: { id: "31", name: "Ovelle Tampere Hämeenkatu", place: { lat: 61.4979, lng: 23.7598 } },
  /** Delivers without delivery tracking. */
  hakaniemi: { id: "21", name: "Ovelle Hakaniemi", phone: "+358 9 000 0121" },
} as const;

const MINUTE_MS = 60_000;

const saunavuoro: Item = {
  name: "Saunavuoro",
  productId: "3003",
  productCategoryId: "pizza",
  categoryName: "Pizzat",
  sizeId: "102",
  sizeName: "Perhe",
  quantity: 1,
  itemPrice: 22.9,
  ingredients: [
    recipe("1201", "Ohut pizzapohja", "dough"),
    recipe("1001", "Tomaattikastike", "baseSauce"),
    recipe("1101", "Mozzarella", "cheese"),
    recipe("1302", "Pepperoni", "toppings"),
    removed("1406", "Jalapeno", "toppings"),
    recipe("1502", "Chilimajoneesi", "sauces"),
    added("1408", "Kirsikkatomaatti", "toppings"),
  ],
};

const margareta: Item = {
  name: "Margareta",
  productId: "3001",
  productCategoryId: "pizza",
  categoryName: "Pizzat",
  sizeId: "101",
  sizeName: "Normaali",
  quantity: 2,
  itemPrice: 11.9,
  discountedPrice: 9.9,
  ingredients: [
    recipe("1201", "Ohut pizzapohja", "dough"),
    recipe("1001", "Tomaattikastike", "baseSauce"),
    recipe("1101", "Mozzarella", "cheese"),
    recipe("1408", "Kirsikkatomaatti", "toppings"),
    recipe("1604", "Basilika", "spices"),
  ],
};

const monsterNaapuri: Item = {
  name: "Monster Naapuri",
  productId: "3012",
  productCategoryId: "monster",
  categoryName: "Monsterit",
  sizeId: "202",
  sizeName: "Large",
  quantity: 1,
  itemPrice: 27.9,
  ingredients: [
    recipe("1202", "Pannupohja", "dough"),
    recipe("1001", "Tomaattikastike", "baseSauce"),
    recipe("1101", "Mozzarella", "cheese"),
    recipe("1301", "Kinkku", "toppings"),
    recipe("1302", "Pepperoni", "toppings"),
    recipe("1305", "Pekoni", "toppings"),
    recipe("1105", "Savujuusto", "cheese"),
  ],
};

const mustikkalimu: Item = {
  name: "Mustikkalimu",
  productId: "3022",
  productCategoryId: "drink",
  categoryName: "Juomat",
  sizeId: "301",
  sizeName: "0,33 l",
  quantity: 1,
  itemPrice: 2.9,
};

const aiolidippi: Item = {
  name: "Aiolidippi",
  productId: "3020",
  productCategoryId: "dip",
  categoryName: "Dipit",
  quantity: 1,
  itemPrice: 1.5,
  description: "Lisää valkosipulia",
};

const atHome = {
  name: "Aino Virtanen",
  phone: "+358 40 123 4567",
  streetAddress: "Aleksanterinkatu 9",
  apartmentNumber: "C 24",
  postalCode: "00100",
  city: "Helsinki",
  shippingInstruction: "Ovikoodi 2480, kolmas kerros. Soita, jos summeri ei toimi.",
};

/** Brought to Aino's door from Kluuvi: six pieces, one with changed toppings, one discounted. */
export function delivery(changes: Partial<RegisterOrder> = {}): RegisterOrder {
  return {
    orderType: "delivery",
    restaurantId: RESTAURANTS.kluuvi.id,
    customer: atHome,
    orderItems: [saunavuoro, margareta, monsterNaapuri, mustikkalimu, aiolidippi],
    ...changes,
  };
}

/** A delivery in which everything that people write is one word that no screen has room for. */
export function wordy(): RegisterOrder {
  const word = "Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilaskatukuja".padEnd(72, "a");
  const customer = { ...atHome, streetAddress: word, shippingInstruction: word, city: word };
  const item = { ...aiolidippi, name: word, description: word };
  const changed = { ...saunavuoro, ingredients: [added("1408", word, "toppings")] };
  return delivery({ customer, orderItems: [item, changed] });
}

/** One pizza to be fetched. */
export function pickup(): RegisterOrder {
  return delivery({ orderType: "pickup", customer: { name: "Aino Virtanen" }, orderItems: [saunavuoro] });
}

/** Two pizzas to be eaten at the restaurant. */
export function eatIn(): RegisterOrder {
  return delivery({ orderType: "eatin", customer: { name: "Aino Virtanen" }, orderItems: [margareta] });
}

/** A delivery asked for `hours` from now, on the full quarter. */
export function preorder(hours: number): RegisterOrder {
  const quarter = 15 * MINUTE_MS;
  const asked = Math.ceil((Date.now() + hours * 60 * MINUTE_MS) / quarter) * quarter;
  return delivery({ preOrderTime: new Date(asked).toISOString() });
}

/**
 * A delivery that is due today, whenever the tests run: the board shows no others. In the evening's last hour that is sooner
 * than a kitchen can, so that it is late.
 */
export function deliveryToday(minutes: number, changes: Partial<RegisterOrder> = {}): RegisterOrder {
  return delivery({ promisedAt: todayIn(minutes), ...changes });
}

/** So many minutes from now, but before Helsinki's midnight. */
function todayIn(minutes: number): string {
  const now = Date.now();
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Helsinki", timeStyle: "medium" });
  const [hour = 0, minute = 0, second = 0] = clock.format(now).split(":").map(Number);
  const begun = now - (now % 1_000) - ((hour * 60 + minute) * 60 + second) * 1_000;
  const lastSecond = begun + 24 * 60 * MINUTE_MS - 1_000;
  return new Date(Math.min(now + minutes * MINUTE_MS, lastSecond)).toISOString();
}

/** A delivery from a restaurant that does not say where its cars are. */
export function untrackedDelivery(): RegisterOrder {
  return delivery({ restaurantId: RESTAURANTS.hakaniemi.id });
}

function recipe(ingredientID: string, name: string, categoryId: string): Ingredient {
  return { ingredientID, name, categoryId, quantity: 1, recipeQuantity: 1 };
}

function added(ingredientID: string, name: string, categoryId: string): Ingredient {
  return { ...recipe(ingredientID, name, categoryId), recipeQuantity: 0 };
}

function removed(ingredientID: string, name: string, categoryId: string): Ingredient {
  return { ...recipe(ingredientID, name, categoryId), quantity: 0 };
}
