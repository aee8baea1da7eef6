/** Many cars on the road at once. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { chanceFrom } from "../../../src/live/testing/chance";
import { Drive, type Phone } from "../../harness/drive";
import type { Kitchen } from "../../harness/kitchen";
import { deliveryToday, RESTAURANTS } from "../../harness/orders";
import { wayBetween } from "../../harness/streets";
import type { Place, Track } from "../../harness/track";

const ADDRESSES = resolve(import.meta.dirname, "../../../../content/addresses.csv");
/** So many are made ready at the same time. */
const AT_ONCE = 8;
/** A way is not shorter than this, so that its car drives for as long as one looks; in metres. */
const LONG_M = 900;
/** A telephone in a fleet that reports each three seconds. */
const PHONE: Phone = { everyMs: 3_000, jitterMs: 800, delayMs: 250, noiseM: 2 };

/** Puts so many cars on the road, each with one order; all of them drive when this is done. */
export async function putOnTheRoad(kitchen: Kitchen, size: number): Promise<Drive[]> {
  const tracks = await ways(size);
  const drives: Drive[] = [];
  const waiting = [...tracks.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) drives.push(await drive(kitchen, ...next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return drives;
}

async function drive(kitchen: Kitchen, number: number, track: Track): Promise<Drive> {
  const order = deliveryToday(60, { restaurantId: RESTAURANTS.kaisaniemi.id });
  const door = track.at(track.length);
  const customer = { ...order.customer, coordinates: { lat: door.lat, lng: door.lng } };
  const registered = await kitchen.register({ ...order, customer });
  const [carId, batchId] = [`laivue-auto-${number}`, `laivue-${number}`];
  await kitchen.load(batchId, carId, registered);
  await kitchen.depart(batchId);
  const driver = new Drive(kitchen, carId, track, 8, PHONE, number);
  await driver.begin();
  return driver;
}

/** Ways between addresses of the town, the same each time. */
async function ways(size: number): Promise<Track[]> {
  const [, ...lines] = (await readFile(ADDRESSES, "utf8")).trim().split("\n");
  const places = lines.map((line): Place => {
    const [lat, lng] = line.split(",").slice(-2).map(Number);
    return { lat: lat ?? 0, lng: lng ?? 0 };
  });
  const chance = chanceFrom(7);
  const anywhere = () => places[chance.below(places.length)] ?? RESTAURANTS.kaisaniemi.place;
  const tracks: Track[] = [];
  while (tracks.length < size) {
    const track = await wayBetween(anywhere(), anywhere()).catch(() => null);
    if (track && track.length > LONG_M) tracks.push(track);
  }
  return tracks;
}
