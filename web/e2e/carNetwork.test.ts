/** The car on the map while the network fails the page: it goes on, and never back. */
import { describe, expect, it } from "vitest";
import type { OrderTracking } from "../src/api/wire";
import { awaitAlong, awaitCar, CarWatch, largestStepBack } from "./harness/drawn";
import { HEADING } from "./harness/headings";
import { awaitHeading, awaitSign, statesIn } from "./harness/reading";
import { ride } from "./harness/ride";
import type { Visit } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();
/** Longer than the grace that a lost line has before the person is told. */
const GRACE_OVER_MS = 6_500;
const POLL_EVERY_MS = 30_000;
/**
 * A try that the browser holds back, after others failed, ends when time is passed quickly over it; the page's next may
 * come 20 s later, and those are not passed quickly.
 */
const NEXT_TRY_WITHIN_MS = 25_000;
const CAR_EVERY_MS = 10_000;
/** What a picture on hundredths of pixels may be off, in metres. */
const PICTURE_M = 0.2;

describe("where WebSockets are refused", () => {
  it("statuses and the car come by polls, in order, and the line takes over without a step back", async () => {
    const { order, others, drive, ...ends } = await ride(world.kitchen, { stopsBefore: 2, speed: 10 });
    await drive.begin();
    const visit = await world.visitor({ clock: true, motion: true });
    const { page, proxy } = visit;
    const polled = versionsPolled(visit);
    proxy.set("no-sockets");
    await visit.open(order.path);
    await awaitCar(page);
    const watch = await CarWatch.begin(page, ends);
    await page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(page, "polling");
    for (const metres of [15, 30, 60]) {
      await expect.poll(() => drive.metresAt(Date.now())).toBeGreaterThan(metres);
      await page.clock.fastForward(CAR_EVERY_MS);
      await awaitAlong(watch, drive.track, metres - 10);
    }
    // Each door that is done is news of its own, for a poll of its own.
    for (const [at, words] of ["1 toimitus ennen sinua.", "Olet seuraava."].entries()) {
      const other = others[at];
      if (other) await world.kitchen.reportStatus(other, "delivered");
      await page.clock.fastForward(POLL_EVERY_MS);
      await page.getByText(words).last().waitFor();
    }

    proxy.set("open");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(page, "live", NEXT_TRY_WITHIN_MS);
    await awaitAlong(watch, drive.track, drive.metresAt(Date.now()) + 20);
    await drive.end();
    expect(largestStepBack(await watch.along(drive.track))).toBeLessThan(PICTURE_M);
    await world.kitchen.reportStatus(order, "delivered");
    await awaitHeading(page, HEADING.delivered);
    expect(statesIn(visit.titles)).toEqual([...new Set(statesIn(visit.titles))]);
    const versions = await polled();
    expect(versions.length).toBeGreaterThan(2);
    expect(versions).toEqual(versions.toSorted((one, other) => one.seq - other.seq || one.rev - other.rev));
  }, 60_000);
});

describe("when the network goes", () => {
  it("the car stays where it was last seen, and goes on from there when it is back", async () => {
    const { order, drive, ...ends } = await ride(world.kitchen, { speed: 10 });
    await drive.begin();
    const { page, proxy } = await world.visit(order.path, { clock: true, motion: true });
    await awaitSign(page, "live");
    await awaitCar(page);
    const watch = await CarWatch.begin(page, ends);
    await awaitAlong(watch, drive.track, 15);
    proxy.set("gone");
    await page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(page, "offline");
    await awaitHeading(page, HEADING.beingDelivered);
    await page.getByText(/Yhteys katkesi\. Nämä tiedot ovat kello \d\d?\.\d\d\./).waitFor();
    await awaitCar(page);
    const goneAt = drive.metresAt(Date.now());
    expect((await watch.along(drive.track)).at(-1)?.along).toBeLessThan(goneAt);

    proxy.set("open");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(page, "live");
    await awaitAlong(watch, drive.track, goneAt + 30);
    await drive.end();
    expect(largestStepBack(await watch.along(drive.track))).toBeLessThan(PICTURE_M);
  });
});

interface Version {
  seq: number;
  rev: number;
}

/** From now on what the polls answer is kept: which state of the order, in the order in which the answers came. */
function versionsPolled({ page }: Visit): () => Promise<Version[]> {
  const answers: Promise<Version | null>[] = [];
  page.on("response", (response) => {
    if (!/\/order-tracking\/[^/]+\/[^/]+$/.test(response.url()) || !response.ok()) return;
    // An answer that the page hung up on has no body.
    const read = response.json() as Promise<OrderTracking>;
    answers.push(read.then(({ seq, rev }) => ({ seq, rev })).catch(() => null));
  });
  return async () => (await Promise.all(answers)).filter((version) => version !== null);
}
