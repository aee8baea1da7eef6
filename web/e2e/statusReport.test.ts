/** A kitchen's status report and the page that a customer has open. */
import { describe, expect, it } from "vitest";
import { STATUS_ORDER, STATUS } from "./harness/kitchen";
import { delivery } from "./harness/orders";
import { HEADING } from "./harness/headings";
import { median } from "./harness/moments";
import { awaitHeading, awaitSign, awaitTitle, currentWindow, reportedIn, statesIn } from "./harness/reading";
import { statusesReceived } from "./harness/visit";
import { useWorld } from "./harness/world";

const world = useWorld();
/** An open page equals the database within a second (the product's promise). */
const AT_ONCE_MS = 1_000;

describe("a status report", () => {
  // spec: T-01, T-33, T-34, T-35, T-36, T-37
  it("is on the open page at once, each with its window", async () => {
    const order = await world.kitchen.register(delivery());
    const { page } = await world.visit(order.path);
    await awaitSign(page, "live");
    await awaitHeading(page, HEADING.received);
    const took: number[] = [];
    for (const [status, heading, window] of [
      ["accepted", HEADING.accepted, "Tilattu"],
      ["inMaking", HEADING.inMaking, "Keittiö"],
      ["inOven", HEADING.inOven, "Uuni"],
      ["finished", HEADING.finished, "Uuni"],
      ["beingDelivered", HEADING.beingDelivered, "Matka"],
      ["delivered", HEADING.delivered, "Ovi"],
    ] as const) {
      const reportedAt = performance.now();
      await world.kitchen.reportStatus(order, status);
      await awaitHeading(page, heading);
      took.push(performance.now() - reportedAt);
      await expect.poll(() => currentWindow(page)).toBe(window);
    }
    expect(median(took)).toBeLessThan(AT_ONCE_MS);
  });

  // spec: T-38, T-39, T-40, T-41, T-44, T-45
  it("comes once and in order, to the end", async () => {
    const order = await world.kitchen.register(delivery());
    const visits = await Promise.all([
      world.visit(order.path),
      world.visit(order.path, { device: "desktop", theme: "dark" }),
    ]);
    for (const { page } of visits) await awaitSign(page, "live");
    await world.kitchen.bring(order, "showFeedback");
    for (const visit of visits) {
      await awaitSign(visit.page, "ended");
      expect(statusesReceived(visit)).toEqual(
        STATUS_ORDER.map((name, at) => ({ seq: at + 1, status: STATUS[name] })),
      );
      expect(visit.frames.filter(({ type }) => type === "end")).toEqual([
        { type: "end", orderId: order.orderId, reason: "completed" },
      ]);
      expect(statesIn(visit.titles)).toEqual([...new Set(statesIn(visit.titles))]);
      const reported = async () => (await reportedIn(visit.page)).map((row) => row.replace(/ \d.*/, ""));
      await expect
        .poll(reported)
        .toEqual([
          "Vastaanotettu",
          "Hyväksytty",
          "Valmistuksessa",
          "Uunissa",
          "Valmis ja pakattu",
          "Odottaa lähtöä",
          "Matkalla",
          "Ovella",
        ]);
    }
  });

  it("that goes back is shown as what it is", async () => {
    const order = await world.kitchen.register(delivery());
    const visit = await world.visit(order.path);
    await awaitSign(visit.page, "live");
    await world.kitchen.bring(order, "beingDelivered");
    await awaitTitle(visit.page, "Matkalla");
    await world.kitchen.reportStatus(order, "waitingForDelivery", "Auto kävi hakemassa unohtuneen juoman.");
    await awaitHeading(visit.page, HEADING.leaving);
    await visit.page.getByText("Auto kävi hakemassa unohtuneen juoman.").waitFor();
    await world.kitchen.reportStatus(order, "beingDelivered");
    await awaitHeading(visit.page, HEADING.beingDelivered);
    await expect.poll(() => statesIn(visit.titles).slice(-3)).toEqual(["Matkalla", "Lähdössä", "Matkalla"]);
  });

  it("is told with its time and who said it", async () => {
    const order = await world.kitchen.having(delivery(), "accepted", "inMaking");
    const { page } = await world.visit(order.path);
    await awaitHeading(page, HEADING.inMaking);
    await expect.poll(() => reportedIn(page)).toHaveLength(3);
    for (const row of await reportedIn(page)) expect(row).toMatch(/^\S.* \d\d?\.\d\d · keittiö$/);
  });
});
