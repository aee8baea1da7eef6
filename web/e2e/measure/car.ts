/** One car on a customer's map, on a processor that is four times slower than this one. */
import { expect, it } from "vitest";
import { awaitCar, awaitGround, CarWatch, type DrawnSpot, largestStepBack } from "../harness/drawn";
import { type Drive, type Phone, USUAL_PHONE } from "../harness/drive";
import { RESTAURANTS } from "../harness/orders";
import { type Ride, ride } from "../harness/ride";
import { metresBetween } from "../harness/track";
import { theBrowser } from "../harness/browser";
import { Visit } from "../harness/visit";
import { useWorld } from "../harness/world";
import { quantile, tell } from "./harness/figures";
import { type Smoothness, watchFrames } from "./harness/frames";

const world = useWorld();
const RUNS = 3;
const SLOWER = 4;
const LOOK_MS = 15_000;
/** By then the page has loaded, and has got used to the rhythm of the reports. */
const WARM_UP_M = 60;

/** How true the drawn car is. */
interface Truth {
  /** How far beside the true way, in metres. */
  besideP50: number;
  besideP95: number;
  /** How long behind the true car, in seconds. */
  lagP50: number;
  lagP95: number;
  /** How far from where the true car was the usual lag ago, in metres. */
  offP50: number;
  offP95: number;
  /** Pictures that stood behind the one before. */
  stepsBack: number;
  /** The largest of them, in metres. */
  largestStepBack: number;
}

/** Two pictures closer than this stand on the same hundredths of a pixel, in metres. */
const SAME_M = 0.05;

async function watching(phone: Phone): Promise<Ride & { visit: Visit }> {
  const going = await ride(world.kitchen, { from: RESTAURANTS.kaisaniemi, speed: 9, phone });
  await going.drive.begin();
  // Of its own, since each run puts its page away: nothing else is to be drawn beside the next one.
  const visit = await Visit.begin(await theBrowser(), [world.server.address], {
    device: "desktop",
    motion: true,
  });
  await visit.open(going.order.path);
  await awaitCar(visit.page);
  await awaitGround(visit.page);
  await expect.poll(() => going.drive.metresAt(Date.now()), { timeout: 60_000 }).toBeGreaterThan(WARM_UP_M);
  return { ...going, visit };
}

it("moves smoothly", async () => {
  const runs: Smoothness[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { drive, visit } = await watching(USUAL_PHONE);
    runs.push(await watchFrames(visit.page, LOOK_MS, SLOWER));
    await drive.end();
    await visit.end();
  }
  await tell("One car on the tracking page: frames", runs);
  expect(Math.min(...runs.map(({ workOver100 }) => workOver100))).toBe(0);
});

it.each([
  ["exact", USUAL_PHONE],
  ["4 m of noise", { ...USUAL_PHONE, noiseM: 4 }],
] as const)("is where it says, %s", async (name, phone) => {
  const runs: Truth[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { drive, visit, ...ends } = await watching(phone);
    const watch = await CarWatch.begin(visit.page, ends);
    await visit.page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), LOOK_MS);
    const spots = await watch.along(drive.track);
    await drive.end();
    runs.push(truthOf(spots, drive));
    await visit.end();
  }
  await tell(`One car on the tracking page: truth, ${name}`, runs);
  expect(Math.max(...runs.map((run) => run.stepsBack))).toBe(0);
});

function truthOf(spots: readonly DrawnSpot[], drive: Drive): Truth {
  const lags = spots.map(({ moment, along }) => (moment - drive.momentAt(along)) / 1_000);
  const usual = quantile(lags, 0.5);
  const off = spots.map(({ moment, along, beside }) =>
    Math.hypot(metresBetween(drive.track.at(along), drive.placeAt(moment - usual * 1_000)), beside),
  );
  const steps = spots.slice(1).map(({ along }, at) => along - (spots[at]?.along ?? along));
  return {
    besideP50: quantile(
      spots.map(({ beside }) => beside),
      0.5,
    ),
    besideP95: quantile(
      spots.map(({ beside }) => beside),
      0.95,
    ),
    lagP50: usual,
    lagP95: quantile(lags, 0.95),
    offP50: quantile(off, 0.5),
    offP95: quantile(off, 0.95),
    stepsBack: steps.filter((step) => step < -SAME_M).length,
    largestStepBack: largestStepBack(spots),
  };
}
