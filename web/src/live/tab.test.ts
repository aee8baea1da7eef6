/** One line for a tab: in sight and out of it, shared by its pages. */
import { describe, expect, test } from "vitest";
import { anOrder, anOrderAt, aSnapshot, aStatus } from "./testing/orders";
import { Page } from "./testing/page";

describe("the tab", () => {
  // spec: T-64
  test("is polled for every 30 s and when it is looked at, not in the background", async () => {
    const page = new Page();
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    page.world.onRequest = (request) => request.answerOrder(anOrder());
    page.world.socket.close(1006);
    await page.world.pass(40_000);
    page.world.signal("focus");
    await page.world.pass(10_000);
    page.world.signal("hidden");
    await page.world.pass(50_000);
    page.world.signal("visible");
    await page.world.pass(35_000);
    expect(page.world.requests.map(({ askedAt }) => askedAt)).toEqual([0, 30_000, 40_000, 100_000, 130_000]);
  });

  test("gives its line up after a minute out of sight, and comes back with since", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1, 2]));
    page.world.signal("hidden");
    for (const _ of [1, 2, 3]) {
      await page.world.pass(19_999);
      page.world.socket.send({ type: "beat", delayed: false });
    }
    expect(page.world.socket.closedByClient).toBe(false);
    await page.world.pass(10);
    expect([page.world.socket.closedByClient, page.sign]).toEqual([true, "opening"]);
    await page.world.pass(3_600_000);
    expect([page.world.sockets.length, page.world.requests.length]).toEqual([1, 0]);
    page.world.signal("visible");
    page.world.socket.hello();
    expect(page.world.socket.subscription).toMatchObject({ since: 2 });
  });

  test("that wakes asks the line whether it lives, and does not wait two beats for the answer", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    page.world.signal("online");
    expect(page.world.socket.said.at(-1)).toEqual({ type: "ping" });
    await page.world.pass(5_000);
    expect([page.world.sockets[0]?.closedByClient, page.world.requests.length]).toEqual([true, 1]);
  });
});

describe("sharing", () => {
  test("two pages of one order ask once; the line outlives the first, not the last", async () => {
    const page = new Page();
    const second = page.live.watch("10234", "key");
    const other = page.live.watch("10235", "other");
    page.bringUp(anOrder());
    expect(second.getState()).toBe(page.state);
    expect(page.world.socket.said.map((frame) => "orderId" in frame && frame.orderId)).toEqual([
      "10234",
      "10235",
    ]);
    second.close();
    second.close();
    expect(page.world.socket.said).toHaveLength(2);
    page.watch.close();
    expect(page.world.socket.said.at(-1)).toEqual({ type: "unsubscribe", topic: "order", orderId: "10234" });
    other.close();
    await page.world.pass(1_000);
    expect(page.world.held).toBe(0);
  });

  test("a page that follows at once takes the line over", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    page.watch.close();
    const next = page.live.watch("10235", "other");
    await page.world.pass(10_000);
    expect([page.world.sockets.length, page.world.socket.closedByClient]).toEqual([1, false]);
    expect(page.world.socket.subscription).toMatchObject({ orderId: "10235" });
    next.close();
  });

  test("a page that leaves and returns does not hear what was meant for its last visit", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 11]));
    page.watch.close();
    const back = page.live.watch("10234", "key");
    page.world.socket.send(aStatus(2, 12), { type: "end", orderId: "10234", reason: "completed" });
    expect(back.getState()).toMatchObject({ mode: "opening", order: null });
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 2 });
    page.world.socket.send(aSnapshot(anOrderAt([0, 11, 12])), {
      type: "end",
      orderId: "10234",
      reason: "completed",
    });
    expect(back.getState()).toMatchObject({ mode: "ended", end: "completed", order: { seq: 2 } });
    await page.world.pass(10_000);
    expect(page.world.requests).toHaveLength(0);
  });

  test("a line takes 32 orders, the rest is polled", async () => {
    const page = new Page("1");
    for (let id = 2; id <= 33; id += 1) page.live.watch(String(id), "key");
    page.world.socket.hello();
    expect(page.world.socket.said).toHaveLength(32);
    await page.world.pass(400);
    expect(page.world.requests.map(({ path }) => path)).toContain("/api/commerce/v2/order-tracking/33/key");
  });
});
