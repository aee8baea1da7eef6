/** An order of the shop on its way to its door: baked by a kitchen, and brought by a car. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { awaitCar, CarWatch } from "./drawn";
import { Drive } from "./drive";
import { HEADING } from "./headings";
import type { Kitchen, Registered } from "./kitchen";
import { RESTAURANTS } from "./orders";
import { awaitHeading } from "./reading";
import { wayBetween } from "./streets";

/** Liisankatu 12, where the guest of the tests lives. */
const HOME = { lat: 60.1741, lng: 24.9536 };
/** In metres a second: faster than a town allows, so that nobody waits long. */
const SPEED = 40;
/** The way itself takes less than half of it. */
const ARRIVES_WITHIN_MS = 45_000;
/** So near its end the way is over for an eye. */
const NEAR_M = 60;

/** The order whose tracker is open. */
function orderOn(page: Page): Registered {
  const { pathname, search, searchParams } = new URL(page.url());
  const [, , orderId = ""] = pathname.split("/");
  return { orderId, orderKey: searchParams.get("orderKey") ?? "", path: pathname + search };
}

/**
 * Brings the order of an open tracker to its door, and sees on the page how it comes. `later` lets time pass where the page
 * has to ask for news.
 */
export async function watchItArrive(
  kitchen: Kitchen,
  page: Page,
  later: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const order = orderOn(page);
  await kitchen.reportStatus(order, "accepted");
  for (const stage of ["inMaking", "inOven", "finished"] as const) {
    await kitchen.reportStatus(order, stage);
    await later();
    await awaitHeading(page, HEADING[stage]);
  }
  const [carId, batchId] = [`auto-${order.orderId}`, `kuorma-${order.orderId}`];
  const restaurant = RESTAURANTS.kaisaniemi.place;
  const track = await wayBetween(restaurant, HOME);
  const drive = new Drive(kitchen, carId, track, SPEED);
  await kitchen.load(batchId, carId, order);
  await kitchen.depart(batchId);
  await drive.begin();
  await later();
  await awaitCar(page);
  const watch = await CarWatch.begin(page, { home: HOME, restaurant });
  const along = async () => {
    const drawn = await watch.now();
    return drawn ? track.spot(drawn).along : 0;
  };
  await expect
    .poll(
      async () => {
        await later();
        return along();
      },
      { timeout: ARRIVES_WITHIN_MS },
    )
    .toBeGreaterThan(track.length - NEAR_M);
  await drive.end();
  await kitchen.reportStatus(order, "delivered");
  await later();
  await awaitHeading(page, HEADING.delivered);
}
