/** What a page does when the network or the server fails it. */
import { describe, expect, it } from "vitest";
import type { StatusName } from "./harness/kitchen";
import { delivery, eatIn, pickup, type RegisterOrder, untrackedDelivery } from "./harness/orders";
import { CONNECTION } from "../src/ui/texts";
import { HEADING } from "./harness/headings";
import { awaitHeading, awaitSign, reportedIn, statesIn } from "./harness/reading";
import { useWorld } from "./harness/world";

const world = useWorld();
/** Longer than the grace that a lost line has before the person is told. */
const GRACE_OVER_MS = 6_500;
const POLL_EVERY_MS = 30_000;
const POLL_TIMEOUT_MS = 5_500;
/** Longer than two heartbeats. */
const SILENCE_NOTICED_MS = 31_000;

describe("where WebSockets are refused", () => {
  // spec: T-47
  it("the page polls and says so", async () => {
    const order = await world.kitchen.register(delivery());
    const { page, proxy, frames } = await world.visitor({ clock: true }).then(async (visit) => {
      visit.proxy.set("no-sockets");
      await visit.open(order.path);
      return visit;
    });
    await awaitHeading(page, HEADING.received);
    await page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(page, "polling");
    await world.kitchen.reportStatus(order, "accepted");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitHeading(page, HEADING.accepted);
    await expect(world.kitchen.reportStatus(order, "showFeedback")).rejects.toThrow("status/transition");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitHeading(page, HEADING.accepted);
    expect(frames).toEqual([]);

    proxy.set("open");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(page, "live");
    await world.kitchen.reportStatus(order, "inMaking");
    await awaitHeading(page, HEADING.inMaking);
  });

  // spec: T-48, T-49, T-50, T-51
  it.each<[string, RegisterOrder, StatusName[], string]>([
    ["delivered", delivery(), ["beingDelivered", "delivered"], HEADING.delivered],
    ["never delivered", delivery(), ["beingDelivered", "failedBatchCompleted"], HEADING.neverDelivered],
    ["gone where no car is tracked", untrackedDelivery(), ["finished"], HEADING.untracked],
    ["ready to be fetched", pickup(), ["finished"], HEADING.ready],
    ["ready to be eaten in", eatIn(), ["finished"], HEADING.ready],
    ["cancelled", delivery(), ["cancelled"], HEADING.cancelled],
  ])("polling ends when the order is %s", async (_, body, presses, heading) => {
    const order = await world.kitchen.register(body);
    const visit = await world.visitor({ clock: true });
    visit.proxy.set("no-sockets");
    await visit.open(order.path);
    await awaitHeading(visit.page, HEADING.received);
    for (const press of presses) await world.kitchen.reportStatus(order, press, "Olemme pahoillamme.");
    await visit.page.clock.fastForward(GRACE_OVER_MS);
    await visit.page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(visit.page, "ended");
    await awaitHeading(visit.page, heading);
    // What the page shows beside the order comes after it.
    await visit.page.waitForLoadState("networkidle");
    let calls = 0;
    visit.page.on("request", () => (calls += 1));
    await visit.page.clock.fastForward(2 * POLL_EVERY_MS);
    expect(calls).toBe(0);
  });
});

describe("when the network goes", () => {
  it("what was known stays with the time it was true, and what was missed comes after", async () => {
    const order = await world.kitchen.having(delivery(), "accepted", "inMaking");
    const visit = await world.visit(order.path, { clock: true });
    const { page, proxy } = visit;
    await awaitSign(page, "live");
    proxy.set("gone");
    await page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(page, "offline");
    await awaitHeading(page, HEADING.inMaking);
    await page.getByText(/Yhteys katkesi\. Nämä tiedot ovat kello \d\d?\.\d\d\./).waitFor();
    await page.getByText("Saunavuoro × 1").waitFor();

    await world.kitchen.reportStatus(order, "inOven");
    await world.kitchen.reportStatus(order, "finished");
    proxy.set("open");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(page, "live");
    await awaitHeading(page, HEADING.finished);
    await expect.poll(() => reportedIn(page)).toHaveLength(5);
    expect(statesIn(visit.titles)).toEqual([...new Set(statesIn(visit.titles))]);
  });

  it("and comes and goes between every two presses, nothing is lost and nothing comes twice", async () => {
    const order = await world.kitchen.register(delivery());
    const visit = await world.visit(order.path, { clock: true });
    const { page, proxy } = visit;
    await awaitSign(page, "live");
    for (const press of [
      "accepted",
      "inMaking",
      "inOven",
      "finished",
      "beingDelivered",
      "delivered",
    ] as const) {
      proxy.cutLines();
      await world.kitchen.reportStatus(order, press);
      await page.clock.fastForward(2_000);
    }
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitHeading(page, HEADING.delivered);
    await expect.poll(() => reportedIn(page)).toHaveLength(7);
    const shown = await reportedIn(page);
    expect(shown).toEqual([...new Set(shown)]);
    expect(statesIn(visit.titles)).toEqual([...new Set(statesIn(visit.titles))]);
  });

  it("silently, the page notices by the missing heartbeat", async () => {
    const order = await world.kitchen.having(delivery(), "accepted");
    const { page, proxy } = await world.visit(order.path, { clock: true });
    await awaitSign(page, "live");
    proxy.set("silent");
    await world.kitchen.reportStatus(order, "inMaking");
    await page.clock.fastForward(SILENCE_NOTICED_MS);
    await page.clock.fastForward(POLL_TIMEOUT_MS);
    await page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(page, "offline");
    await awaitHeading(page, HEADING.accepted);

    proxy.set("open");
    await page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(page, "live");
    await awaitHeading(page, HEADING.inMaking);
  });
});

describe("when the browser knows that the network went", () => {
  it("the page says so at once, and nothing of an error; it is live again as soon as it is back", async () => {
    const order = await world.kitchen.having(delivery(), "accepted");
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await page.context().setOffline(true);
    await page.getByText(CONNECTION.offline).waitFor({ timeout: 1_000 });
    await page.getByText(/Yhteys katkesi\. Nämä tiedot ovat kello \d\d?\.\d\d\./).waitFor();
    // Longer than all retries of a poll.
    await page.waitForTimeout(12_000);
    expect(await page.getByText(/Virhe/).count()).toBe(0);
    await world.kitchen.reportStatus(order, "inMaking");
    await page.context().setOffline(false);
    await awaitSign(page, "live");
    await awaitHeading(page, HEADING.inMaking);
  });
});

it("before its scripts have come, a page shows whose it is", async () => {
  const { page, proxy } = await world.visitor();
  await page.route("**/*.js", (script) => script.abort());
  await page.goto(`${proxy.url}/tilaus`);
  const mark = page.getByRole("banner").getByRole("link", { name: "Ovelle, etusivulle" });
  await expect.poll(() => mark.isVisible()).toBe(true);
});

describe("when the server dies", () => {
  it("and is away for long, its watchers are back within five seconds of its return", async () => {
    const order = await world.kitchen.having(delivery(), "accepted");
    const visit = await world.visit(order.path);
    await awaitSign(visit.page, "live");
    await world.server.kill();
    await visit.page.getByText(CONNECTION.offline).waitFor();
    await visit.page.waitForTimeout(12_000);
    await world.server.restart();
    await world.kitchen.reportStatus(order, "inMaking");
    visit.proxy.lead(world.server.address);
    await visit.page.getByText(CONNECTION.live).waitFor({ timeout: 5_000 });
    await awaitHeading(visit.page, HEADING.inMaking);
  }, 60_000);

  it("right after an answer, the page has that press when the server is back", async () => {
    const order = await world.kitchen.register(delivery());
    const visit = await world.visit(order.path, { clock: true });
    await awaitSign(visit.page, "live");
    await world.kitchen.reportStatus(order, "accepted");
    await world.kitchen.reportStatus(order, "inMaking");
    await world.server.kill();
    await visit.page.clock.fastForward(GRACE_OVER_MS);
    await awaitSign(visit.page, "offline");
    await awaitHeading(visit.page, HEADING.inMaking);

    await world.server.restart();
    visit.proxy.lead(world.server.address);
    await world.kitchen.reportStatus(order, "inOven");
    await visit.page.clock.fastForward(POLL_EVERY_MS);
    await awaitSign(visit.page, "live");
    await awaitHeading(visit.page, HEADING.inOven);
    await expect.poll(() => reportedIn(visit.page)).toHaveLength(4);
  });
});
