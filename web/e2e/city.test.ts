/** The city: the cars of the board on a map, and the same in words. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { BOARD, CITY, ORDER } from "../src/features/desk-board/texts";
import { audit, stickingOut } from "./harness/audit";
import { DISPLAYS, SIZES } from "./harness/browser";
import type { Registered } from "./harness/kitchen";
import { deliveryToday, RESTAURANTS } from "./harness/orders";
import { awaitSign, expectOutline, outlineOf } from "./harness/reading";
import { colleague, type Person, signIn, visitAs } from "./harness/staff";
import type { Visit } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();
const DESK = { device: "desktop", theme: "light" } as const;
/** Longer than the grace that a lost line has before the person is told. */
const GRACE_OVER_MS = 6_500;
/** On Aleksanterinkatu, in the middle of the built-in map. */
const MIDDLE = { lat: 60.1687, lng: 24.9432 };

let someone: Promise<Person> | null = null;
let batches = 0;

async function open(query = "?view=kartta"): Promise<Visit> {
  someone ??= colleague(world.server);
  const visit = await visitAs(world, DESK, await someone, `/seuranta${query}`);
  await awaitSign(visit.page, "live");
  return visit;
}

/** Puts orders of these people on the road in a car, which has just been seen in the middle of the town; finds them. */
async function onRoad(carId: string, restaurantId: string, names: string[], promisedIn = 40) {
  const orders = new Map<string, Registered>();
  for (const name of names) {
    const order = deliveryToday(promisedIn, { restaurantId });
    orders.set(
      name,
      await world.kitchen.having(
        { ...order, customer: { ...order.customer, name } },
        "accepted",
        "inMaking",
        "inOven",
        "finished",
      ),
    );
  }
  batches += 1;
  await world.kitchen.load(`erä-${batches}`, carId, ...orders.values());
  await world.kitchen.depart(`erä-${batches}`);
  await world.kitchen.drive(carId, MIDDLE.lat, MIDDLE.lng);
  return (name: string): Registered => {
    const order = orders.get(name);
    if (!order) throw new Error(`${name} has ordered nothing`);
    return order;
  };
}

const cars = (page: Page) => page.getByRole("region", { name: CITY.label }).getByRole("listitem");
const car = (page: Page, name: string) => cars(page).filter({ hasText: name });
const opened = (page: Page, { orderId }: Registered) =>
  page.getByRole("complementary", { name: ORDER.title(orderId) });

describe("the city", () => {
  it("is calm while nobody drives", async () => {
    const { page } = await open();
    await page.getByText(CITY.none).waitFor();
    await page.getByRole("application").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("shows each car with its orders, as they set out and as they arrive", async () => {
    const { page } = await open();
    const orderOf = await onRoad("auto-71", RESTAURANTS.kluuvi.id, ["Aili Ajossa", "Oona Ovella"]);
    await onRoad("auto-72", RESTAURANTS.kaisaniemi.id, ["Tauno Tiellä"]);
    const oona = orderOf("Oona Ovella");
    await expect.poll(() => cars(page).count()).toBe(2);
    await page.getByRole("heading", { name: CITY.count(2) }).waitFor();
    await car(page, "Auto 71")
      .getByRole("button", { name: /Oona Ovella/ })
      .click();
    await opened(page, oona).getByText("Oona Ovella").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: /Oona Ovella/ }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.keyboard.press("Escape");
    await expect.poll(() => opened(page, oona).count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-order")))
      .toBe(oona.orderId);
    await world.kitchen.reportStatus(orderOf("Aili Ajossa"), "delivered");
    await expect.poll(() => car(page, "Auto 71").getByRole("button").count()).toBe(1);
  });

  it("shows the cars that carry what is looked for", async () => {
    await onRoad("auto-73", RESTAURANTS.bulevardi.id, ["Reino Rajattu"]);
    const { page } = await open(`?view=kartta&ravintola=${RESTAURANTS.bulevardi.id}`);
    await expect.poll(() => cars(page).allInnerTexts()).toHaveLength(1);
    await page.getByRole("searchbox").fill("ei ketään");
    await page.getByText(CITY.noMatch).waitFor();
    await page.getByRole("searchbox").fill("reino");
    await car(page, "Auto 73").waitFor();
  });

  it("opens the order of a car that is pressed on the map", async () => {
    const orderOf = await onRoad("auto-74", RESTAURANTS.hakaniemi.id, ["Kerttu Kartalla"]);
    const { page } = await open(`?view=kartta&ravintola=${RESTAURANTS.hakaniemi.id}`);
    await car(page, "Auto 74").waitFor();
    await pressTheCar(page);
    await expect.poll(() => opened(page, orderOf("Kerttu Kartalla")).count()).toBe(1);
  });

  it("asks for cars only while it is looked at", async () => {
    const visit = await open("");
    const { page, frames } = visit;
    const told = () => frames.filter(({ type }) => type === "cars").length;
    expect(told()).toBe(0);
    await page.getByRole("button", { name: BOARD.map }).click();
    await expect.poll(told).toBeGreaterThan(0);
    const boards = () => frames.filter(({ type }) => type === "board").length;
    const before = boards();
    await page.getByRole("button", { name: BOARD.list }).click();
    // Looked away from for a moment, the board is asked for without its cars.
    await expect.poll(boards).toBeGreaterThan(before);
    const toldBefore = told();
    const orderOf = await onRoad("auto-75", RESTAURANTS.kluuvi.id, ["Pirkko Poissa"]);
    const order = orderOf("Pirkko Poissa");
    await page.getByText("Pirkko Poissa").waitFor();
    await world.kitchen.reportStatus(order, "delivered");
    await page.locator(`[data-order="${order.orderId}"]`).getByText("Perillä").waitFor();
    expect(told()).toBe(toldBefore);
  });

  it("says so where there is no line", async () => {
    someone ??= colleague(world.server);
    const visit = await world.visitor({ ...DESK, clock: true });
    await signIn(world.server, visit, await someone);
    visit.proxy.set("no-sockets");
    await visit.open("/seuranta?view=kartta");
    await visit.page.getByText(CITY.opening).waitFor();
    await visit.page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(visit.page, "polling");
    await visit.page.getByText(CITY.waitsForLine).waitFor();
  });

  it("can be used by everybody, and is heard as a list of cars", async () => {
    // Late, whatever the time is: shortly before midnight all are that are due today.
    await onRoad("auto-76", RESTAURANTS.kaisaniemi.id, ["Lempi Lista", "Lauri Lista"], -30);
    const { page } = await open("?view=kartta&haku=lista");
    await expect.poll(() => cars(page).count()).toBe(1);
    await page.getByRole("application").waitFor();
    await page.getByRole("heading", { name: CITY.count(1) }).waitFor();
    const words = page.getByRole("region", { name: CITY.label }).getByRole("list");
    await expectOutline("city-cars", () => outlineOf(words));
    for (const { device, theme } of DISPLAYS) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(SIZES[device]);
      expect(await audit(page), `${device}, ${theme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await stickingOut(page), "320 px").toEqual([]);
  });
});

/** Finds the car, which is drawn on a canvas, where the map shows a pointer that it may press; and presses it. */
async function pressTheCar(page: Page): Promise<void> {
  const find = () =>
    page.getByRole("application").evaluate((map) => {
      const { left, right, top, bottom } = map.getBoundingClientRect();
      for (let clientX = left; clientX < right; clientX += 12) {
        for (let clientY = top; clientY < bottom; clientY += 12) {
          map.dispatchEvent(new MouseEvent("mousemove", { clientX, clientY, bubbles: true }));
          if (map.classList.contains("leaflet-interactive")) return { clientX, clientY };
        }
      }
      return null;
    });
  const found: { clientX: number; clientY: number }[] = [];
  const look = async () => {
    const spot = await find();
    if (spot) found.push(spot);
    return found.length;
  };
  await expect.poll(look).toBeGreaterThan(0);
  const [{ clientX, clientY } = { clientX: 0, clientY: 0 }] = found;
  await page.mouse.click(clientX, clientY);
}
