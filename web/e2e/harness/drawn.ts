/**
 * Where the page draws the car, read as an eye does: by where its picture stands between the door and the restaurant,
 * whose places are known. Nothing of the product helps with it, so nothing of the product can hide what it does.
 */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { flat, type Point } from "./flat";
import type { Place, Spot, Track } from "./track";

/** A picture of the car on the screen. */
export interface Drawn extends Place {
  /** When it was drawn (epoch ms, by the page's clock). */
  moment: number;
}

/** A picture of the car on its track. */
export interface DrawnSpot extends Spot {
  moment: number;
}

/** What the map shows between. */
export interface Ends {
  home: Place;
  restaurant: Place;
}

interface Sample {
  moment: number;
  /** Where the car's picture stands, and where the others do, in CSS pixels. */
  car: Point;
  places: [Point, Point];
}

const CARS = ".leaflet-cars-pane > *";
const PLACES = ".leaflet-places-pane > *";
const GROUND = ".leaflet-ground-pane canvas";
/** A car stops at a kerb and turns round no corner twice: no step back, nor a leap, is larger than this, in metres. */
const REACH_M = 400;
/** A car needs its time for the way that a test waits for. */
const DRIVEN_WITHIN_MS = 20_000;

/** Waits until a car is drawn on the map, or until none is. */
export async function awaitCar(page: Page, isThere = true): Promise<void> {
  await expect
    .poll(() => page.locator(CARS).evaluateAll((all: HTMLElement[]) => all.some((car) => !car.hidden)))
    .toBe(isThere);
}

/** Waits until the built-in map is drawn under what stands on it. */
export async function awaitGround(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.locator(GROUND).evaluateAll((sheets: HTMLCanvasElement[]) =>
        sheets.some((sheet) => {
          const paint = sheet.getContext("2d");
          return paint?.getImageData(0, 0, sheet.width, sheet.height).data.some((value) => value !== 0);
        }),
      ),
    )
    .toBe(true);
}

/** Looks at every frame of a page with a map. */
export class CarWatch {
  private constructor(
    private readonly page: Page,
    private readonly ends: Ends,
  ) {}

  /** Begins to look. Where the page's clock is in hand, moments are that clock's. */
  static async begin(page: Page, ends: Ends): Promise<CarWatch> {
    await page.evaluate(
      ([cars, places]) => {
        const samples: Sample[] = [];
        Object.assign(globalThis, { samples });
        const standing = (element: Element): Point => {
          const { left, top } = element.getBoundingClientRect();
          return [left, top];
        };
        const look = () => {
          const car = document.querySelector<HTMLElement>(cars);
          const pins = [...document.querySelectorAll<HTMLElement>(places)].filter(({ hidden }) => !hidden);
          const [one, other] = pins;
          if (car && !car.hidden && one && other) {
            const both: [Point, Point] = [standing(one), standing(other)];
            samples.push({ moment: Date.now(), car: standing(car), places: both });
          }
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      [CARS, PLACES] as const,
    );
    return new CarWatch(page, ends);
  }

  /** Every picture so far. */
  async all(): Promise<Drawn[]> {
    const samples = await this.page.evaluate(() => (globalThis as unknown as { samples: Sample[] }).samples);
    return samples.map((sample) => drawnIn(sample, this.ends));
  }

  /** The newest picture. */
  async now(): Promise<Drawn | null> {
    const sample = await this.page.evaluate(
      () => (globalThis as unknown as { samples: Sample[] }).samples.at(-1) ?? null,
    );
    return sample && drawnIn(sample, this.ends);
  }

  /** Every picture so far on a track. */
  async along(track: Track): Promise<DrawnSpot[]> {
    let last = 0;
    return (await this.all()).map(({ moment, ...place }) => {
      // Looked for around where it was last: some tracks come near themselves.
      const spot = track.spot(place, last - REACH_M, last + REACH_M);
      last = spot.along;
      return Object.assign(spot, { moment });
    });
  }
}

/** Waits until the car is drawn at least so many metres along a track. */
export async function awaitAlong(watch: CarWatch, track: Track, metres: number): Promise<void> {
  const reached = async () => {
    const drawn = await watch.now();
    return drawn ? track.spot(drawn).along : 0;
  };
  await expect.poll(reached, { timeout: DRIVEN_WITHIN_MS, interval: 50 }).toBeGreaterThan(metres);
}

/** The largest step back along the track, in metres. */
export function largestStepBack(spots: readonly Spot[]): number {
  return spots.reduce((most, { along }, at) => Math.max(most, (spots[at - 1]?.along ?? 0) - along), 0);
}

/** The largest step forward along the track, in metres. */
export function largestStep(spots: readonly Spot[]): number {
  return spots.reduce((most, { along }, at) => Math.max(most, along - (spots[at - 1]?.along ?? along)), 0);
}

/** A Mercator map neither turns nor bends, so two known places tell its scale and where it begins. */
function drawnIn({ moment, car, places: [one, other] }: Sample, { home, restaurant }: Ends): Drawn {
  const [a, b] = [flat(home), flat(restaurant)];
  const span: Point = [b[0] - a[0], b[1] - a[1]];
  // Whichever picture stands where the door must be is the door's.
  const forwards = (other[0] - one[0]) * span[0] + (other[1] - one[1]) * span[1] > 0;
  const [door, oven] = forwards ? [one, other] : [other, one];
  const scale = Math.hypot(oven[0] - door[0], oven[1] - door[1]) / Math.hypot(...span);
  const [x, y] = [a[0] + (car[0] - door[0]) / scale, a[1] + (car[1] - door[1]) / scale];
  return { moment, lat: (Math.atan(Math.sinh(-y)) * 180) / Math.PI, lng: (x * 180) / Math.PI };
}
