/** Two nodes behind a balancer, and pages that watch while one of them dies. */
import { describe, expect, it } from "vitest";
import { awaitAlong, awaitCar, CarWatch, largestStepBack } from "./harness/drawn";
import { HEADING } from "./harness/headings";
import { STATUS } from "./harness/kitchen";
import { haveServices, useNodes } from "./harness/nodes";
import { delivery } from "./harness/orders";
import { awaitHeading, awaitSign, reportedIn, statesIn } from "./harness/reading";
import { ride } from "./harness/ride";
import { statusesReceived } from "./harness/visit";

describe.skipIf(!haveServices())("two nodes", () => {
  const world = useNodes();

  it("die one after the other between presses: no status is lost, and none comes twice", async () => {
    const [first, second] = world.nodes;
    const order = await world.kitchens[1].register(delivery());
    const visit = await world.visit(order.path);
    await awaitSign(visit.page, "live");
    await world.kitchens[1].reportStatus(order, "accepted");
    await first.kill();
    await world.kitchens[1].reportStatus(order, "inMaking");
    await awaitHeading(visit.page, HEADING.inMaking);
    await awaitSign(visit.page, "live");
    await world.kitchens[1].reportStatus(order, "inOven");
    await first.restart();
    await world.kitchens[0].reportStatus(order, "finished");

    visit.proxy.lead(first.address);
    await second.kill();
    await world.kitchens[0].reportStatus(order, "beingDelivered");
    await world.kitchens[0].reportStatus(order, "delivered");
    await awaitHeading(visit.page, HEADING.delivered);
    await second.restart();

    const presses = ["accepted", "inMaking", "inOven", "finished", "beingDelivered", "delivered"] as const;
    expect(statusesReceived(visit)).toEqual(
      presses.map((name, at) => ({ seq: at + 1, status: STATUS[name] })),
    );
    expect(statesIn(visit.titles)).toEqual([...new Set(statesIn(visit.titles))]);
    await expect.poll(() => reportedIn(visit.page)).toHaveLength(7);
  });

  it("let the car go on when the one dies to which the page's line led", async () => {
    const [first] = world.nodes;
    const kitchen = world.kitchens[1];
    const { order, others, drive, ...ends } = await ride(kitchen, { stopsBefore: 1, speed: 10 });
    await drive.begin();
    const visit = await world.visit(order.path, { motion: true });
    await awaitSign(visit.page, "live");
    await awaitCar(visit.page);
    const watch = await CarWatch.begin(visit.page, ends);
    await awaitAlong(watch, drive.track, 20);
    await first.kill();
    const killedAt = drive.metresAt(Date.now());
    for (const other of others) await kitchen.reportStatus(other, "delivered");
    await visit.page.getByText("Olet seuraava.").last().waitFor();
    await awaitSign(visit.page, "live");
    await awaitAlong(watch, drive.track, killedAt + 60);
    await drive.end();
    expect(largestStepBack(await watch.along(drive.track))).toBeLessThan(0.2);
    await kitchen.reportStatus(order, "delivered");
    await awaitHeading(visit.page, HEADING.delivered);
    const heard = statusesReceived(visit);
    expect(heard).toEqual(heard.toSorted((one, other) => one.seq - other.seq));
    expect(new Set(heard.map(({ seq }) => seq)).size).toBe(heard.length);
    await first.restart();
  });
});
