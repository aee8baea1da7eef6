/** The car that brings the order, with a live line and without one. */
import { describe, expect, it } from "vitest";
import { delivery } from "./harness/orders";
import { awaitCar } from "./harness/drawn";
import { HEADING } from "./harness/headings";
import type { Registered } from "./harness/kitchen";
import { awaitHeading, awaitSign } from "./harness/reading";
import { useWorld } from "./harness/world";

const world = useWorld();
/** Far from every door of the tests. */
const LAT = 60.1702;
const [HERE, THERE] = [24.9523, 24.9541];
let cars = 0;

/** Two orders in one car that has left; the second one's customer watches. */
async function onTheWay(): Promise<{ car: string; first: Registered; second: Registered }> {
  cars += 1;
  const [car, batch] = [`auto-${cars}`, `kyyti-${cars}`];
  const first = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven", "finished");
  const second = await world.kitchen.having(delivery(), "accepted", "inMaking", "inOven", "finished");
  await world.kitchen.load(batch, car, first, second);
  await world.kitchen.depart(batch);
  // Long enough ago that it can be elsewhere now.
  await world.kitchen.drove(car, { lat: LAT, lng: HERE }, 10);
  return { car, first, second };
}

describe("a car on its way", () => {
  it("comes by the line, and what can be said of it in words is said", async () => {
    const { car, first, second } = await onTheWay();
    const visit = await world.visit(second.path);
    await awaitSign(visit.page, "live");
    await visit.page.getByText("1 toimitus ennen sinua.").last().waitFor();
    await world.kitchen.drive(car, LAT, THERE);
    await expect
      .poll(() => visit.frames.findLast(({ type }) => type === "position"))
      .toMatchObject({ lng: THERE });
    await world.kitchen.reportStatus(first, "delivered");
    await visit.page.getByText("Olet seuraava").last().waitFor();
  });

  // spec: T-67
  it("is asked for every 10 s where no socket can be had, until the order is there", async () => {
    const { car, second } = await onTheWay();
    const visit = await world.visitor({ clock: true });
    visit.proxy.set("no-sockets");
    const answers: { status: number; lng?: number }[] = [];
    let asked = 0;
    visit.page.on("request", (request) => (asked += request.url().endsWith("/car-location") ? 1 : 0));
    visit.page.on("response", async (response) => {
      if (!response.url().endsWith("/car-location")) return;
      // An answer that the page hung up on has no body.
      const read = response.ok() ? (response.json() as Promise<{ lng: number }>) : Promise.resolve({});
      answers.push({ status: response.status(), ...(await read.catch(() => ({}))) });
    });
    await visit.open(second.path);
    await awaitHeading(visit.page, HEADING.beingDelivered);
    await expect.poll(() => answers.at(-1)).toMatchObject({ status: 200, lng: HERE });

    // The page has read the answer, and so has planned its next question.
    await awaitCar(visit.page);

    await world.kitchen.drive(car, LAT, THERE);
    await visit.page.clock.fastForward(10_000);
    await expect.poll(() => answers.at(-1)).toMatchObject({ status: 200, lng: THERE });

    await world.kitchen.reportStatus(second, "delivered");
    await visit.page.clock.fastForward(10_000);
    await expect.poll(() => answers.at(-1)).toMatchObject({ status: 404 });
    await visit.page.clock.fastForward(30_000);
    await awaitHeading(visit.page, HEADING.delivered);
    const before = asked;
    await visit.page.clock.fastForward(60_000);
    expect(asked).toBe(before);
  });
});
