/** The car on the map: where it is drawn, and what is said where it cannot be. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MAP } from "../src/order-status/texts";
import { awaitAlong, awaitCar, CarWatch, largestStep, largestStepBack } from "./harness/drawn";
import { HEADING } from "./harness/headings";
import { RESTAURANTS } from "./harness/orders";
import { awaitHeading, awaitSign, plain } from "./harness/reading";
import { DOORS, load, type Ride, ride, type RideOptions, send } from "./harness/ride";
import { wayBetween } from "./harness/streets";
import { metresBetween } from "./harness/track";
import type { Visit, VisitOptions } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();
/** What a picture on hundredths of pixels may be off, in metres. */
const PICTURE_M = 0.2;
const MINUTE_MS = 60_000;

/** Somebody who watches a car that drives. */
async function watching(
  options: RideOptions = {},
  how: VisitOptions = {},
): Promise<Ride & { visit: Visit; watch: CarWatch }> {
  const going = await ride(world.kitchen, options);
  await going.drive.begin();
  const visit = await world.visit(going.order.path, { motion: true, ...how });
  await awaitCar(visit.page);
  return { ...going, visit, watch: await CarWatch.begin(visit.page, going) };
}

const map = (page: Page) => page.getByRole("region", { name: MAP.label });
const chip = (page: Page, words: string | RegExp) => page.getByText(words).last();

describe("a car on the map", () => {
  it("glides along the streets, never back, never ahead of what it reported", async () => {
    const { drive, watch } = await watching({ speed: 10 });
    await awaitAlong(watch, drive.track, 60);
    const spots = await watch.along(drive.track);
    await drive.end();
    expect(largestStepBack(spots)).toBeLessThan(PICTURE_M);
    expect(Math.max(...spots.map(({ beside }) => beside))).toBeLessThan(2);
    for (const { moment, along } of spots) expect(along).toBeLessThan(drive.metresAt(moment) + 1);
    // From picture to picture it moves by what its speed makes of a few frames.
    expect(largestStep(spots.slice(1))).toBeLessThan(10);
  });

  it("goes on from where it was when its telephone was silent for a while", async () => {
    const { drive, watch } = await watching({ speed: 10 });
    await awaitAlong(watch, drive.track, 20);
    drive.hush(true);
    const hushedAt = drive.metresAt(Date.now());
    await expect.poll(() => drive.metresAt(Date.now())).toBeGreaterThan(hushedAt + 60);
    drive.hush(false);
    await awaitAlong(watch, drive.track, hushedAt + 80);
    await drive.end();
    const spots = await watch.along(drive.track);
    expect(largestStepBack(spots)).toBeLessThan(PICTURE_M);
  });

  it("jumps from place to place for who does not like movement", async () => {
    const { drive, visit, watch, carId } = await watching({ speed: 12 }, { motion: false });
    await awaitAlong(watch, drive.track, 60);
    await drive.end();
    // Read first: what is drawn was reported before, while of what comes meanwhile nothing need be drawn yet.
    const all = await watch.all();
    const reported = visit.frames.flatMap((frame) =>
      frame.type === "position" ? [frame] : frame.type === "snapshot" && frame.car ? [frame.car] : [],
    );
    expect(reported.length, carId).toBeGreaterThan(2);
    for (const drawn of all) {
      const nearest = Math.min(...reported.map((place) => metresBetween(place, drawn)));
      expect(nearest).toBeLessThan(PICTURE_M);
    }
  });

  it("is told in words to who does not see it", async () => {
    const { visit, drive } = await watching({ stopsBefore: 2 });
    const { page } = visit;
    const words = map(page)
      .locator("..")
      .getByText(/^Auto on \d00 metrin päässä, 2 toimitusta ennen sinua\.$/);
    await expect.poll(() => words.count()).toBe(1);
    await drive.end();
  });

  it.each([5 * MINUTE_MS, -5 * MINUTE_MS])(
    "is as old as it is, also to a reader whose clock is %d ms wrong",
    async (clockOffMs) => {
      const { order, carId, restaurant } = await send(world.kitchen);
      await world.kitchen.drove(carId, restaurant, 12);
      const wrong = await world.visit(order.path, { clockOffMs });
      await awaitCar(wrong.page);
      // Told once the page is there, however long it took to come.
      await world.kitchen.drove(carId, restaurant, 2);
      await chip(wrong.page, /^Auton sijainti \d\ss sitten$/).waitFor();
      const right = await world.visit(order.path);
      await awaitCar(right.page);
      await expect.poll(async () => (await heroOf(wrong.page)) === (await heroOf(right.page))).toBe(true);
    },
  );
});

describe("a car that falls silent", () => {
  it("is grey from 30 s on, with its age and a note, and red again when it speaks", async () => {
    const { order, carId, restaurant, home } = await send(world.kitchen);
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await world.kitchen.drove(carId, restaurant, 22);
    await awaitCar(page);
    await chip(page, /^Auton sijainti 2\d\ss sitten$/).waitFor();
    expect(await page.getByText(MAP.stale, { exact: true }).count()).toBe(0);
    await chip(page, /^Auton sijainti 3\d\ss sitten$/).waitFor();
    await page.getByText(MAP.stale, { exact: true }).last().waitFor();
    await expect.poll(() => colours(page)).not.toContain(RED);

    const track = await wayBetween(restaurant, home);
    await world.kitchen.drove(carId, track.at(100), 0);
    await chip(page, /^Auton sijainti \d\ss sitten$/).waitFor();
    await expect.poll(() => colours(page)).toContain(RED);
    await expect.poll(() => page.getByText(MAP.stale, { exact: true }).count()).toBe(0);
  });

  it("is gone at 120 s, with a sentence in its place, and back when it speaks", async () => {
    const { order, carId, restaurant } = await send(world.kitchen);
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await world.kitchen.drove(carId, restaurant, 110);
    await awaitCar(page);
    await chip(page, /^Auton sijainti 1\smin 5\d\ss sitten$/).waitFor();
    await chip(page, MAP.unseen).waitFor();
    await awaitCar(page, false);
    await awaitHeading(page, HEADING.beingDelivered);

    await world.kitchen.drove(carId, restaurant, 0);
    await awaitCar(page);
    await chip(page, /^Auton sijainti \d\ss sitten$/).waitFor();
    await expect.poll(() => page.getByText(MAP.unseen, { exact: true }).count()).toBe(0);
  });
});

describe("a car that stops elsewhere", () => {
  it("is not shown at another customer's door, and the page says why it stands still", async () => {
    const { order, others, carId, restaurant, home } = await send(world.kitchen, { stopsBefore: 1 });
    const track = await wayBetween(restaurant, home);
    const { page, frames } = await world.visit(order.path);
    await awaitSign(page, "live");
    await world.kitchen.drove(carId, track.at(20), 18);
    await awaitCar(page);
    await chip(page, /^Auton sijainti [12]\d\ss sitten$/).waitFor();
    await world.kitchen.drove(carId, DOORS.kalevankatu, 8);
    await chip(page, MAP.elsewhere).waitFor();
    const heard = frames.filter((frame) => frame.type === "position");
    expect(heard.filter((place) => metresBetween(place, DOORS.kalevankatu) < 150)).toEqual([]);
    for (const other of others) await world.kitchen.reportStatus(other, "delivered");
    await world.kitchen.drove(carId, track.at(120), 0);
    await chip(page, /^Auton sijainti \d\ss sitten$/).waitFor();
    await page.getByText("Olet seuraava.").last().waitFor();
  });
});

describe("the map", () => {
  it("stays when a delivery fails, and shows the car when it comes again", async () => {
    const { order, carId, restaurant } = await send(world.kitchen);
    await world.kitchen.drove(carId, restaurant, 0);
    const { page } = await world.visit(order.path);
    await awaitCar(page);
    await world.kitchen.reportStatus(order, "deliveryFailed");
    await awaitHeading(page, HEADING.deliveryFailed);
    await awaitCar(page, false);
    await map(page).waitFor();
    await world.kitchen.reportStatus(order, "beingDelivered");
    await awaitHeading(page, HEADING.beingDelivered);
    await world.kitchen.drove(carId, restaurant, 0);
    await awaitCar(page);
  });

  it.each([
    ["cancelled", HEADING.cancelled],
    ["delivered", HEADING.delivered],
  ] as const)("goes when the order is %s while one looks", async (press, heading) => {
    const { order, carId, restaurant } = await send(world.kitchen);
    await world.kitchen.drove(carId, restaurant, 0);
    const { page } = await world.visit(order.path);
    await awaitCar(page);
    await world.kitchen.reportStatus(order, press, "Auto rikkoutui.");
    await awaitHeading(page, heading);
    await expect.poll(() => map(page).count()).toBe(0);
  });

  // spec: T-15
  it("is there before the car leaves, and the car comes onto it by itself, until it is at the door", async () => {
    const { order, carId, batchId, restaurant, home } = await load(world.kitchen);
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await world.kitchen.reportStatus(order, "waitingForDelivery");
    await awaitHeading(page, HEADING.leaving);
    await map(page).waitFor();
    await awaitCar(page, false);
    await world.kitchen.depart(batchId);
    await world.kitchen.drove(carId, restaurant, 0);
    await awaitCar(page);
    // Read off by where the door and the restaurant are drawn.
    const watch = await CarWatch.begin(page, { home, restaurant });
    await expect.poll(async () => metresBetween((await watch.now()) ?? home, restaurant)).toBeLessThan(2);
    await world.kitchen.reportStatus(order, "delivered");
    await awaitCar(page, false);
  });

  it("is calm where nothing is known of the ground: outside its extract", async () => {
    const sent = await send(world.kitchen, { from: RESTAURANTS.tampere, to: DOORS.tampere });
    const between = { lat: 61.4962, lng: 23.765 };
    await world.kitchen.drove(sent.carId, between, 0);
    const { page } = await world.visit(sent.order.path);
    await awaitCar(page);
    const watch = await CarWatch.begin(page, sent);
    await expect.poll(async () => metresBetween((await watch.now()) ?? sent.home, between)).toBeLessThan(2);
    await page
      .getByText(/^Auto on 300 metrin päässä, olet seuraava\.$/)
      .last()
      .waitFor({ state: "attached" });
  });
});

/** The hero's words but those that tick. */
async function heroOf(page: Page): Promise<string> {
  const words = await page.getByRole("heading", { level: 1 }).locator("..").innerText();
  return plain(words);
}

const RED = "rgb(201, 52, 27)";

/** The colours in which the car is drawn. */
function colours(page: Page): Promise<string[]> {
  return page
    .locator(".leaflet-cars-pane path")
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
}
