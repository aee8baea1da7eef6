/** Two hundred cars on the staff's map, on a processor that is four times slower than this one. */
import { expect, it } from "vitest";
import { CITY } from "../../src/features/desk-board/texts";
import { theBrowser } from "../harness/browser";
import { awaitGround } from "../harness/drawn";
import { awaitSign } from "../harness/reading";
import { colleague, signIn } from "../harness/staff";
import { Visit } from "../harness/visit";
import { useWorld } from "../harness/world";
import { tell } from "./harness/figures";
import { putOnTheRoad } from "./harness/fleet";
import { type Smoothness, watchFrames } from "./harness/frames";

const world = useWorld();
const RUNS = 3;
const SLOWER = 4;
const LOOK_MS = 15_000;
const CARS = 200;

it("moves smoothly", async () => {
  const drives = await putOnTheRoad(world.kitchen, CARS);
  const person = await colleague(world.server);
  const runs: Smoothness[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const visit = await Visit.begin(await theBrowser(), [world.server.address], {
      device: "desktop",
      motion: true,
    });
    await signIn(world.server, visit, person);
    await visit.open("/seuranta?view=kartta");
    await awaitSign(visit.page, "live");
    await visit.page.getByText(CITY.count(CARS)).first().waitFor();
    await awaitGround(visit.page);
    runs.push(await watchFrames(visit.page, LOOK_MS, SLOWER));
    await visit.end();
  }
  await Promise.all(drives.map((drive) => drive.end()));
  await tell(`${CARS} cars on the staff's map: frames`, runs);
  expect(Math.min(...runs.map(({ workOver100 }) => workOver100))).toBe(0);
});
