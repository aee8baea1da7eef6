/** The ground under the map: it never ends in view, and where there is none the page says so. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MAP as ON_MAP } from "../src/map/texts";
import { MAP } from "../src/order-status/texts";
import { awaitCar, awaitGround } from "./harness/drawn";
import { groundBeyond, lettersUnder, type Named } from "./harness/ground";
import { deliveryToday, RESTAURANTS } from "./harness/orders";
import { awaitSign } from "./harness/reading";
import { type Door, DOORS, type LoadOptions, send } from "./harness/ride";
import { colleague, visitAs } from "./harness/staff";
import { wayBetween } from "./harness/streets";
import { useWorld } from "./harness/world";

const world = useWorld();
/** A town of its own: the cars of the others drive in Tampere, too. */
const town = useWorld();

/** The windows of phones, upright and on their side, and of desks. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1680, height: 1050 },
  { width: 2560, height: 1440 },
];
/** A view stands on whole pixels. */
const PIXEL = 1;

/** Orders whose ends are near by, across the whole map, and at its very edge. */
const ORDERS: Record<string, Required<Pick<LoadOptions, "from" | "to">>> = {
  "near by": { from: RESTAURANTS.kluuvi, to: DOORS.mikonkatu },
  "a kilometre away": { from: RESTAURANTS.bulevardi, to: DOORS.aleksanterinkatu },
  "from one end of the map to the other": { from: RESTAURANTS.bulevardi, to: DOORS.hakaniemenranta },
};

const named = (from: LoadOptions["from"], to: Door): [Named, Named] => {
  if (!from) throw new Error("there is a restaurant");
  return [
    { name: from.name, ...from.place },
    { name: to.streetAddress, lat: to.lat, lng: to.lng },
  ];
};

/** Opens the page of an order whose car has left. */
async function watched(options: LoadOptions) {
  const sent = await send(world.kitchen, options);
  await world.kitchen.drove(sent.carId, sent.restaurant, 2);
  const visit = await world.visit(sent.order.path, { device: "desktop" });
  await awaitGround(visit.page);
  await awaitCar(visit.page);
  return { ...sent, page: visit.page };
}

/** Waits until no edge of the ground is in view. */
async function expectNoEdge(page: Page, places: [Named, Named], when: string): Promise<void> {
  const least = async () => Math.min(...Object.values(await groundBeyond(page, places)));
  await expect.poll(least, { message: when }).toBeGreaterThanOrEqual(-PIXEL);
}

const map = (page: Page) => page.getByRole("application");
const groundOf = (page: Page) => map(page).getAttribute("data-ground");

/** Goes as far off and as far to each side as the map goes, and hears of every stop. */
async function goEverywhere(page: Page, atStop: (when: string) => Promise<void>): Promise<void> {
  await map(page).focus();
  for (const [key, times] of [
    ["Minus", 6],
    ["ArrowLeft", 12],
    ["ArrowUp", 20],
    ["ArrowRight", 24],
    ["ArrowDown", 40],
    ["Equal", 3],
    ["ArrowRight", 30],
    ["Minus", 2],
  ] as const) {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    await atStop(`after ${times} × ${key}`);
  }
}

describe.each(Object.entries(ORDERS))("the map of an order %s", (_, order) => {
  it("never shows where the built-in map ends, at any size, wherever one goes on it", async () => {
    const { page } = await watched(order);
    const places = named(order.from, order.to);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await expectNoEdge(page, places, `${size.width} × ${size.height}`);
    }
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await goEverywhere(page, (when) =>
        expectNoEdge(page, places, `${size.width} × ${size.height}, ${when}`),
      );
    }
    // A person has the map, and turns the phone.
    for (const size of WINDOWS.toReversed()) {
      await page.setViewportSize(size);
      await expectNoEdge(page, places, `turned to ${size.width} × ${size.height}`);
    }
  });

  it("has no letters under its pins, its route, its car and what floats above it", async () => {
    const { page, carId, restaurant, home } = await watched(order);
    const track = await wayBetween(restaurant, home);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await expect.poll(() => lettersUnder(page), { message: `${size.width} px` }).toEqual([]);
    }
    for (const metres of [60, 120, 180]) {
      await world.kitchen.drove(carId, track.at(metres), 0);
      await expect.poll(() => lettersUnder(page), { message: `after ${metres} m` }).toEqual([]);
    }
  });
});

describe("the map of an order", () => {
  it("shows the door at its edge where the car is too far from it", async () => {
    const order = { from: RESTAURANTS.bulevardi, to: DOORS.hakaniemenranta };
    const { page } = await watched(order);
    for (const shown of [".leaflet-cars-pane circle", ".leaflet-container > [aria-hidden] > svg"]) {
      const isInside = async () => {
        const [frame, one] = [await map(page).boundingBox(), await page.locator(shown).boundingBox()];
        if (!frame || !one) return false;
        const isWithin = one.x >= frame.x && one.x + one.width <= frame.x + frame.width;
        return isWithin && one.y >= frame.y && one.y + one.height <= frame.y + frame.height;
      };
      await expect.poll(isInside, { message: shown }).toBe(true);
    }
  });

  it("is calm in a town without streets, says so, and says how far things are", async () => {
    const sent = await send(world.kitchen, { from: RESTAURANTS.tampere, to: DOORS.tampere });
    await world.kitchen.drove(sent.carId, { lat: 61.4962, lng: 23.765 }, 2);
    const { page } = await world.visit(sent.order.path, { device: "desktop" });
    await awaitCar(page);
    await page.getByText(ON_MAP.unmapped).waitFor();
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await expect.poll(() => groundOf(page), { message: `${size.width} px` }).toBe("drawn");
      await expect.poll(() => lettersUnder(page), { message: `${size.width} px` }).toEqual([]);
      // What it says covers none of what it is about.
      const isClear = async () => {
        const note = await page.getByText(ON_MAP.unmapped).boundingBox();
        const pins = await page.locator(".leaflet-places-pane svg, .leaflet-cars-pane circle").all();
        const boxes = await Promise.all(pins.map((pin) => pin.boundingBox()));
        return boxes.length > 0 && boxes.every((at) => note && at && at.y >= note.y + note.height);
      };
      await expect.poll(isClear, { message: `${size.width} px` }).toBe(true);
    }
  });

  it("does not say so where there are streets", async () => {
    const { page } = await watched(ORDERS["near by"] ?? {});
    await expect.poll(() => groundOf(page)).toBe("streets");
    expect(await page.getByText(ON_MAP.unmapped).count()).toBe(0);
  });
});

describe("the map of the city", () => {
  it("never shows where the built-in map ends, at any size, wherever one goes on it", async () => {
    const order = deliveryToday(40, { restaurantId: RESTAURANTS.kaisaniemi.id });
    const loaded = await town.kitchen.having(order, "accepted", "inMaking", "inOven", "finished");
    await town.kitchen.load("kaupungin-erä", "kaupungin-auto", loaded);
    await town.kitchen.depart("kaupungin-erä");
    await town.kitchen.drive("kaupungin-auto", 60.1687, 24.9432);
    const places: [Named, Named] = [
      { ...RESTAURANTS.kluuvi.place, name: "Kluuvi" },
      { ...RESTAURANTS.bulevardi.place, name: "Bulevardi" },
    ];
    const someone = await colleague(town.server);
    const { page } = await visitAs(town, { device: "desktop" }, someone, "/seuranta?view=kartta");
    await awaitSign(page, "live");
    await awaitGround(page);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      const at = `${size.width} × ${size.height}`;
      await expectNoEdge(page, places, at);
      await goEverywhere(page, (when) => expectNoEdge(page, places, `${at}, ${when}`));
    }
    await expect.poll(() => groundOf(page)).toBe("streets");
  }, 60_000);
});

describe("the hero", () => {
  const SIDEWAYS = [
    { width: 844, height: 390 },
    { width: 667, height: 375 },
    { width: 568, height: 320 },
  ];

  it("has its words, its windows and its map in view on a phone on its side", async () => {
    const { page } = await watched(ORDERS["near by"] ?? {});
    for (const size of SIDEWAYS) {
      await page.setViewportSize(size);
      const at = `${size.width} × ${size.height}`;
      const hero = async () => {
        const windows = await page.getByRole("list", { name: "Tilauksen vaiheet" }).first().boundingBox();
        const words = await page.getByRole("heading", { level: 1 }).locator("..").boundingBox();
        const shown = await page.getByRole("region", { name: MAP.label }).boundingBox();
        if (!windows || !words || !shown) throw new Error("the hero has words and a map");
        return {
          windowsInView: windows.y + windows.height <= size.height,
          mapInView: shown.y + shown.height <= size.height,
          sideBySide: shown.x >= words.x + words.width - 1,
          mapIsHigh: shown.height >= 220,
        };
      };
      const whole = { windowsInView: true, mapInView: true, sideBySide: true, mapIsHigh: true };
      await expect.poll(hero, { message: at }).toEqual(whole);
    }
  });

  it("holds text twice as large and very long words", async () => {
    const street = `${"Kuusikko".repeat(8)}kuja 1`;
    const sent = await send(world.kitchen, {
      from: RESTAURANTS.tampere,
      to: { ...DOORS.tampere, streetAddress: street },
    });
    await world.kitchen.drove(sent.carId, { lat: 61.4962, lng: 23.765 }, 40);
    const { page } = await world.visit(sent.order.path, { device: "desktop" });
    await awaitCar(page);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    for (const size of [...WINDOWS, ...SIDEWAYS, { width: 320, height: 640 }]) {
      await page.setViewportSize(size);
      const at = `${size.width} × ${size.height}`;
      await expect.poll(() => cutInHero(page), { message: at }).toEqual([]);
    }
  });
});

/** What is written in the hero and reaches out of it sideways, where it would be cut off. */
function cutInHero(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hero = document.querySelector("h1")?.closest("section")?.getBoundingClientRect();
    const words = document.querySelectorAll("section:has(h1) :is(h1, p, li, b, span)");
    return [...words]
      .filter((word) => word.closest(".leaflet-container, .sr-only") === null && word.textContent !== "")
      .filter((word) => {
        const { left, right } = word.getBoundingClientRect();
        return !hero || left < hero.left - 0.5 || right > hero.right + 0.5;
      })
      .map((word) => word.outerHTML.slice(0, 100));
  });
}
