/** Orders on their way to doors, in a car that may drive there along the streets. */
import { Drive, type Phone } from "./drive";
import type { Kitchen, Registered } from "./kitchen";
import { delivery, type RegisterOrder, RESTAURANTS } from "./orders";
import { wayBetween } from "./streets";
import type { Place } from "./track";

/** A door and what is written beside it. */
export interface Door extends Place {
  streetAddress: string;
  postalCode: string;
  city: string;
}

const HELSINKI = { postalCode: "00100", city: "Helsinki" };
/** Doors of the built-in map (`content/addresses.csv`), and one outside it. */
export const DOORS = {
  aleksanterinkatu: { ...HELSINKI, streetAddress: "Aleksanterinkatu 9", lat: 60.16918, lng: 24.94814 },
  /** In the middle of the map. */
  mikonkatu: { ...HELSINKI, streetAddress: "Mikonkatu 19", lat: 60.17182, lng: 24.94547 },
  /** Over 150 m from the ways to the others from Bulevardi and Kluuvi. */
  kalevankatu: { ...HELSINKI, streetAddress: "Kalevankatu 2", lat: 60.16796, lng: 24.94037 },
  /** At the northern end of the map. */
  hakaniemenranta: {
    postalCode: "00530",
    city: "Helsinki",
    streetAddress: "Hakaniemenranta 1",
    lat: 60.17791,
    lng: 24.95075,
  },
  tampere: {
    postalCode: "33200",
    city: "Tampere",
    streetAddress: "Hämeenkatu 20",
    lat: 61.4945,
    lng: 23.77,
  },
} satisfies Record<string, Door>;

/** A restaurant and where it stands. */
type From = (typeof RESTAURANTS)["bulevardi" | "kaisaniemi" | "kluuvi" | "tampere"];

/** Who is brought what from where. */
export interface LoadOptions {
  /** Bulevardi by default, and Aleksanterinkatu: some nine hundred metres by street. */
  from?: From;
  to?: Door;
  /** Deliveries to Kalevankatu that come before this one; none by default. */
  stopsBefore?: number;
}

/** An order in a car. */
export interface Load {
  order: Registered;
  /** Those who are brought their orders before. */
  others: Registered[];
  carId: string;
  batchId: string;
  home: Place;
  restaurant: Place;
}

/** How a ride goes. */
export interface RideOptions extends LoadOptions {
  /** In metres a second. */
  speed?: number;
  phone?: Phone;
}

/** An order on its way. */
export interface Ride extends Load {
  /** Not begun yet. */
  drive: Drive;
}

let loads = 0;

/** Puts an order into a car, after others. */
export async function load(kitchen: Kitchen, options: LoadOptions = {}): Promise<Load> {
  const { from = RESTAURANTS.bulevardi, to = DOORS.aleksanterinkatu, stopsBefore = 0 } = options;
  loads += 1;
  const [carId, batchId] = [`kuorman-auto-${loads}`, `kuorma-${loads}`];
  const loaded: Registered[] = [];
  for (let stop = 0; stop <= stopsBefore; stop += 1) {
    const { lat, lng, ...address } = stop === stopsBefore ? to : DOORS.kalevankatu;
    const order = delivery({ restaurantId: from.id });
    const customer = { ...order.customer, ...address, coordinates: { lat, lng } };
    loaded.push(await kitchen.having({ ...order, customer }, "accepted", "inMaking", "inOven", "finished"));
  }
  await kitchen.load(batchId, carId, ...loaded);
  const order = loaded.at(-1);
  if (!order) throw new Error("a load has an order");
  return { order, others: loaded.slice(0, -1), carId, batchId, home: to, restaurant: from.place };
}

/** As {@link load}, and sends the car on its way; it reports nothing yet. */
export async function send(kitchen: Kitchen, options?: LoadOptions): Promise<Load> {
  const loaded = await load(kitchen, options);
  await kitchen.depart(loaded.batchId);
  return loaded;
}

/** An order that left in a car, as was told minutes later; of the car nobody has heard for two. */
export async function sendUnheard(kitchen: Kitchen, body: RegisterOrder): Promise<Registered> {
  const order = await kitchen.having(body, "accepted", "inMaking", "inOven", "finished");
  await kitchen.load(`hiljainen-${order.orderId}`, `hiljainen-auto-${order.orderId}`, order);
  await kitchen.reportStatus(
    order,
    "beingDelivered",
    undefined,
    new Date(Date.now() - 4.5 * 60_000).toISOString(),
  );
  return order;
}

/** As {@link send}, with somebody at the wheel. */
export async function ride(
  kitchen: Kitchen,
  { speed = 9, phone, ...options }: RideOptions = {},
): Promise<Ride> {
  const sent = await send(kitchen, options);
  const track = await wayBetween(sent.restaurant, sent.home);
  return { ...sent, drive: new Drive(kitchen, sent.carId, track, speed, phone) };
}
