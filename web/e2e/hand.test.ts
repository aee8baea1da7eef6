/** A map in a person's hands: who moves it, by mouse, finger, wheel and keyboard. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MAP } from "../src/map/texts";
import { awaitAlong, awaitCar, CarWatch } from "./harness/drawn";
import { type Ride, ride } from "./harness/ride";
import type { Visit, VisitOptions } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();

/** Somebody who watches a car that drives. */
async function watching(how: VisitOptions): Promise<Ride & { visit: Visit; watch: CarWatch }> {
  const going = await ride(world.kitchen, { speed: 14 });
  await going.drive.begin();
  const visit = await world.visit(going.order.path, { motion: true, ...how });
  await awaitCar(visit.page);
  await ground(visit.page).scrollIntoViewIfNeeded();
  return { ...going, visit, watch: await CarWatch.begin(visit.page, going) };
}

const ground = (page: Page) => page.getByRole("application", { name: MAP.keys });
const centre = (page: Page) => page.getByRole("button", { name: MAP.centre });

/** The middle of the map on the screen. */
async function middle(page: Page): Promise<{ x: number; y: number }> {
  const box = await ground(page).boundingBox();
  if (!box) throw new Error("there is no map on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where the door and the restaurant stand on the map; both move with it. */
function view(page: Page): Promise<string> {
  return page.locator(".leaflet-places-pane > *").evaluateAll((pins) => {
    const map = document.querySelector(".leaflet-container")?.getBoundingClientRect();
    const places = pins.map((pin) => pin.getBoundingClientRect());
    return places
      .map(({ x, y }) => `${Math.round(x - (map?.x ?? 0))},${Math.round(y - (map?.y ?? 0))}`)
      .join(" ");
  });
}

/** The view when it has come to rest: a map that was let go of rolls out. */
async function settled(page: Page): Promise<string> {
  const fewFrames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    });
  await expect
    .poll(async () => {
      const before = await view(page);
      await fewFrames();
      return (await view(page)) === before;
    })
    .toBe(true);
  return view(page);
}

/** Whether every sign on the map is inside it. */
function showsAll(page: Page): Promise<boolean> {
  return page.locator(".leaflet-places-pane > *, .leaflet-cars-pane > *").evaluateAll((pins) => {
    const map = document.querySelector(".leaflet-container")?.getBoundingClientRect();
    if (!map) return false;
    return pins.every((pin) => {
      const { x, y } = pin.getBoundingClientRect();
      return x > map.left && x < map.right && y > map.top && y < map.bottom;
    });
  });
}

async function dragByMouse(page: Page): Promise<void> {
  const { x, y } = await middle(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await page.mouse.move(x + 240, y + 120, { steps: 5 });
  await page.mouse.up();
}

/** Touches the map with so many fingers, and strokes upwards. */
async function stroke(page: Page, fingers: 1 | 2): Promise<void> {
  const { x, y } = await middle(page);
  const debug = await page.context().newCDPSession(page);
  for (const [at, by] of [0, 10, 30, 60, 90, 120].entries()) {
    const touchPoints = [-40, 40].slice(0, fingers).map((side, id) => ({ x: x + side, y: y - by, id }));
    await debug.send("Input.dispatchTouchEvent", {
      type: at === 0 ? "touchStart" : "touchMove",
      touchPoints,
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await debug.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await debug.detach();
}

/** Turns the wheel over the map as those do who want to zoom it: without Ctrl the page scrolls. */
async function turnWheel(page: Page): Promise<void> {
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
}

describe("a map that a person has moved", () => {
  it.each([
    ["desktop", "a mouse", dragByMouse],
    ["phone", "two fingers", (page: Page) => stroke(page, 2)],
  ] as const)("is moved by nobody else: on a %s, by %s", async (device, _, drag) => {
    const { drive, visit, watch } = await watching({ device });
    const { page } = visit;
    const first = await view(page);
    expect(await centre(page).count()).toBe(0);
    await drag(page);
    await centre(page).waitFor();
    const taken = await settled(page);
    expect(taken).not.toBe(first);

    const now = drive.metresAt(Date.now());
    await awaitAlong(watch, drive.track, now + 120);
    expect(await view(page)).toBe(taken);
    await centre(page).click();
    await expect.poll(() => showsAll(page)).toBe(true);
    await expect.poll(() => centre(page).count()).toBe(0);
    await drive.end();
  });
});

describe("one finger on a phone's map", () => {
  it("scrolls the page, and leaves the map where it is", async () => {
    const { drive, visit } = await watching({ device: "phone" });
    const { page } = visit;
    const before = await page.evaluate(() => scrollY);
    await stroke(page, 1);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 40);
    expect(await centre(page).count()).toBe(0);
    await drive.end();
  });
});

describe("the keyboard and the wheel on a map", () => {
  it("comes to it, moves and zooms it, and goes on from it", async () => {
    const { drive, visit } = await watching({ device: "desktop" });
    const { page } = visit;
    await drive.end();
    const reached: string[] = [];
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""));
      if (reached.at(-1) === MAP.keys) break;
    }
    expect(reached.at(-1)).toBe(MAP.keys);
    expect(
      await ground(page).evaluate((element) => parseFloat(getComputedStyle(element).outlineWidth)),
    ).toBeGreaterThanOrEqual(2);
    const first = await view(page);
    await page.keyboard.press("ArrowRight");
    await centre(page).waitFor();
    await expect.poll(() => view(page)).not.toBe(first);
    const moved = await view(page);
    await page.keyboard.press("-");
    await expect.poll(() => view(page)).not.toBe(moved);

    const after: string[] = [];
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press("Tab");
      after.push(
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        ),
      );
    }
    expect(after.slice(0, 4)).toEqual([MAP.centre, MAP.zoomIn, MAP.zoomOut, MAP.credit]);
    await page.getByRole("button", { name: MAP.centre }).press("Enter");
    await expect.poll(() => showsAll(page)).toBe(true);
  });

  it.each([
    ["a key", (page: Page) => ground(page).press("ArrowLeft")],
    ["the wheel", turnWheel],
  ] as const)(
    "takes it out of a flight: %s",
    async (_, move) => {
      const { drive, visit, watch } = await watching({ device: "desktop" });
      const { page } = visit;
      const first = await view(page);
      await ground(page).press("ArrowRight");
      await expect.poll(() => view(page)).not.toBe(first);
      const aside = await settled(page);
      const { x, y } = await middle(page);
      await centre(page).click();
      await page.mouse.move(x, y);
      await expect.poll(() => view(page)).not.toBe(aside);
      await move(page);
      await centre(page).waitFor();
      const taken = await settled(page);

      await awaitAlong(watch, drive.track, drive.metresAt(Date.now()) + 120);
      expect(await view(page)).toBe(taken);
      await drive.end();
    },
    60_000,
  );
});
