// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { OrderTracking } from "../api/wire";
import { anOrder, anOrderAt, aSnapshot, aStatus, at, EPOCH, of } from "./testing/orders";
import { Page } from "./testing/page";

describe("opening", () => {
  test("the socket brings the order, and no call is made", async () => {
    const page = new Page();
    expect(page.sign).toBe("opening");
    await page.world.pass(100);
    page.bringUp(anOrder());
    expect(page.sign).toBe("live");
    expect(page.state.order?.orderId).toBe("10234");
    expect(page.world.socket.said).toEqual([
      { type: "subscribe", topic: "order", orderId: "10234", orderKey: "key" },
    ]);
    await page.world.pass(20_000);
    expect(page.world.requests).toHaveLength(0);
  });

  test("on a slow line the call brings it, and the socket goes on from there", async () => {
    const page = new Page();
    await page.world.pass(400);
    expect(page.world.request.path).toBe("/api/commerce/v2/order-tracking/10234/key");
    page.world.request.answerOrder(anOrderAt([0, 1]));
    await page.world.pass(500);
    expect([page.sign, page.state.order?.seq]).toEqual(["opening", 1]);
    page.world.socket.hello();
    expect(page.world.socket.subscription).toMatchObject({ since: 1 });
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 1 });
    expect(page.sign).toBe("live");
    await page.world.pass(14_000);
    expect(page.world.requests).toHaveLength(1);
  });

  test("where no socket can be had, the call is made at once", async () => {
    const page = new Page();
    page.world.socket.close(1006);
    expect(page.world.requests).toHaveLength(1);
  });

  test("a line that is open but has not brought the order is not live", async () => {
    const page = new Page();
    page.world.socket.hello();
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 3 });
    expect(page.sign).toBe("opening");
    await page.world.pass(400);
    page.world.request.answerOrder(anOrderAt([0, 1]));
    await page.world.pass(1);
    expect(page.sign).toBe("opening");
    page.world.socket.send(aStatus(2, 2), aStatus(3, 3));
    expect(page.sign).toBe("live");
  });
});

describe("a line that goes", () => {
  test("and comes back within five seconds is not spoken of", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 1]));
    page.world.socket.close(4408);
    await page.world.pass(600);
    page.world.socket.hello();
    expect(page.world.socket.subscription).toMatchObject({ since: 1 });
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 2 }, aStatus(2, 2));
    expect([page.sign, page.state.order?.seq, page.world.requests.length]).toEqual(["live", 2, 0]);
  });

  test("is replaced by polls every 30 s that ask only whether anything is new", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    page.cutOff();
    await page.world.pass(4_900);
    expect([page.sign, page.world.requests.length]).toEqual(["live", 0]);
    await page.world.pass(1_100);
    page.world.request.answerOrder(anOrderAt([0, 1]));
    await page.world.pass(1);
    expect(page.sign).toBe("polling");
    await page.world.pass(29_990);
    expect(page.world.requests).toHaveLength(1);
    await page.world.pass(20);
    expect(page.world.requests).toHaveLength(2);
    expect(page.world.request.headers["if-none-match"]).toBe('W/"1-1"');
    page.world.request.answer(304);
    await page.world.pass(1);
    expect(page.state).toMatchObject({ mode: "polling", trueAt: EPOCH + page.world.time - 1 });
  });

  test("the state stays, with the time at which it was true", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    await page.world.pass(10_000);
    page.world.socket.send({ type: "beat", delayed: false });
    await page.world.pass(10_000);
    page.world.socket.send({ type: "beat", delayed: true });
    page.cutOff();
    page.world.onRequest = (request) => request.fail();
    await page.world.pass(7_000);
    expect(page.state).toMatchObject({ mode: "offline", problem: null, trueAt: EPOCH + 10_000 });
    expect(page.state.order).not.toBeNull();
  });

  test("was silent for two beats: it is dead, and the order is polled at once", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    await page.world.pass(29_999);
    expect(page.world.socket.closedByClient).toBe(false);
    await page.world.pass(1);
    expect(page.world.sockets[0]?.closedByClient).toBe(true);
    expect(page.world.requests).toHaveLength(1);
  });

  test("may still speak, but is not listened to", async () => {
    const page = new Page();
    page.bringUp(anOrder());
    const [old] = page.world.sockets;
    await page.world.pass(30_600);
    page.bringUp(anOrder());
    old?.send(aStatus(1, 1));
    old?.close(1008);
    expect([page.sign, page.state.order?.seq, page.world.socket.closedByClient]).toEqual(["live", 0, false]);
  });
});

describe("failing", () => {
  // spec: T-52, T-63
  test("a poll has three retries, then polling stops until the person asks", async () => {
    const page = new Page();
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    page.world.onRequest = (request) => request.answer(500);
    page.world.socket.close(1006);
    await page.world.pass(4_900);
    expect(page.sign).toBe("opening");
    await page.world.pass(7_000);
    expect([page.sign, page.world.requests.length]).toEqual(["offline, failed", 4]);
    await page.world.pass(300_000);
    expect(page.world.requests).toHaveLength(4);
    page.world.onRequest = (request) => request.answerOrder(anOrder());
    page.watch.retry();
    await page.world.pass(1);
    expect([page.sign, page.state.order?.seq]).toEqual(["polling", 0]);
  });

  test("a poll that says nothing for five seconds has failed", async () => {
    const page = new Page();
    page.world.socket.close(1006);
    await page.world.pass(5_000);
    expect(page.world.requests.map(({ aborted }) => aborted)).toEqual([true]);
    await page.world.pass(1_500);
    expect(page.world.requests).toHaveLength(2);
  });

  test("while live, a failing poll changes nothing", async () => {
    const page = new Page();
    await page.world.pass(400);
    page.bringUp(anOrder());
    const before = page.state;
    page.world.request.answer(404);
    await page.world.pass(60);
    expect(page.state).toBe(before);
  });

  test("an order that waits for its money is polled every 2 s for a minute, then every 10 s", async () => {
    const page = new Page();
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    const refusal = { messageCode: "order/not-received", message: "", metadata: {} };
    page.world.onRequest = (request) => request.answer(404, refusal);
    page.world.socket.close(1006);
    await page.world.pass(61_000);
    expect(page.state.problem).toBe("not-received");
    const inAMinute = page.world.requests.length;
    expect(inAMinute).toBeGreaterThanOrEqual(30);
    await page.world.pass(60_000);
    expect(page.world.requests.length - inAMinute).toBe(6);
    page.world.onRequest = (request) => request.answerOrder(anOrder());
    await page.world.pass(10_000);
    expect([page.sign, page.state.order?.seq]).toEqual(["polling", 0]);
  });

  test("an order that waits for its money keeps its place on the line, which brings it by itself", async () => {
    const page = new Page();
    const refusal = { messageCode: "order/not-received", message: "", metadata: {} };
    page.world.onRequest = (request) => request.answer(404, refusal);
    page.world.socket.hello();
    page.world.socket.send({ type: "error", code: "order/not-received", message: "", orderId: "10234" });
    expect(page.state.problem).toBe("not-received");
    await page.world.pass(3_000);
    const asked = page.world.socket.said.length;
    page.world.socket.send(
      { type: "subscribed", topic: "order", orderId: "10234", seq: 0 },
      aSnapshot(anOrder()),
    );
    expect([page.sign, page.state.order?.seq]).toEqual(["live", 0]);
    const polled = page.world.requests.length;
    await page.world.pass(20_000);
    expect([page.world.socket.said.length, page.world.requests.length]).toEqual([asked, polled]);
  });

  test("an order that nobody pays ends on the line", async () => {
    const page = new Page();
    page.world.socket.hello();
    for (const code of ["order/not-received", "order/expired-unpaid"] as const)
      page.world.socket.send({ type: "error", code, message: "", orderId: "10234" });
    expect(page.sign).toBe("ended, unpaid");
    const polled = page.world.requests.length;
    await page.world.pass(60_000);
    expect(page.world.requests.length).toBe(polled);
  });

  test("404 is not found, 410 is expired; neither is asked again but by the person", async () => {
    for (const [status, problem] of [
      [404, "not-found"],
      [410, "expired"],
    ] as const) {
      const page = new Page();
      page.world.socket.close(1006);
      page.world.request.answer(status);
      await page.world.pass(120_000);
      expect([page.sign, page.world.requests.length, page.world.sockets.length]).toEqual([
        `ended, ${problem}`,
        1,
        1,
      ]);
      page.watch.retry();
      page.world.request.answerOrder(anOrder());
      await page.world.pass(6_000);
      expect([page.sign, page.state.order?.seq]).toEqual(["polling", 0]);
    }
  });

  test("a refused subscription: the poll says why, and the line is asked again, whatever the poll says", async () => {
    const page = new Page();
    page.world.socket.hello();
    page.world.onRequest = (request) => request.answer(503);
    page.world.socket.send({ type: "error", orderId: "10234", code: "service/unavailable", message: "" });
    await page.world.pass(9_900);
    expect(page.world.socket.said).toHaveLength(1);
    await page.world.pass(1_200);
    expect(page.world.socket.said).toHaveLength(2);
    page.bringUp(anOrder());
    expect(page.sign).toBe("live");
  });
});

describe("the end", () => {
  test("of the order ends the line", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 11]));
    page.world.socket.send(aStatus(2, 12), { type: "end", orderId: "10234", reason: "completed" });
    expect(page.state).toMatchObject({ mode: "ended", end: "completed", problem: null });
    await page.world.pass(1_000);
    expect(page.world.socket.closedByClient).toBe(true);
  });

  const untracked = (order: OrderTracking): OrderTracking => ({
    ...order,
    restaurant: { ...order.restaurant, noDeliveryTracking: true },
  });
  const POLLED = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

  // spec: T-48, T-49, T-50, T-51
  test.each([
    ["of a delivery", (order: OrderTracking) => order, [10, 11, 12, 13]],
    ["of a delivery that nobody tracks", untracked, [4, 10, 11, 12, 13]],
    ["of what is fetched", (order: OrderTracking) => of("pickup", order), [4, 10, 11, 12, 13]],
    ["of what is eaten in", (order: OrderTracking) => of("eatin", order), [4, 10, 11, 12, 13]],
  ] as const)("%s comes for its polls at %j", async (_, kind, ends) => {
    const over = [];
    for (const status of POLLED) {
      const page = new Page();
      page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
      page.world.onRequest = (request) => request.answerOrder(kind(anOrderAt([0, status])));
      page.world.socket.close(1006);
      await page.world.pass(70_000);
      const polls = page.world.requests.filter(({ path }) => !path.endsWith("/car-location")).length;
      const { mode, end } = page.state;
      if (mode === "ended") over.push(status);
      const outcome = status === 13 ? "cancelled" : "completed";
      expect([polls, end]).toEqual(mode === "ended" ? [1, outcome] : [3, null]);
    }
    expect(over).toEqual(ends);
  });

  test("is not read out of a status on a live line", async () => {
    const page = new Page();
    page.bringUp(anOrderAt([0, 11]));
    await page.world.pass(20_000);
    expect(page.sign).toBe("live");
  });
});

test("a line that leaves a gap is left, and the next begins with a snapshot", async () => {
  const page = new Page();
  page.bringUp(anOrder());
  page.world.socket.send(aStatus(2, 2));
  expect([page.state.order?.seq, page.world.socket.closedByClient]).toEqual([0, true]);
  await page.world.pass(600);
  page.world.socket.hello();
  expect(page.world.socket.subscription).not.toHaveProperty("since");
});

test("feedback that the server took is shown at once", () => {
  const page = new Page();
  page.bringUp(anOrderAt([0, 11]));
  let told = 0;
  page.watch.subscribe(() => (told += 1));
  page.watch.applyFeedback({ rating: 4, text: null, at: at(30) });
  expect([page.state.order?.feedback?.rating, told]).toEqual([4, 1]);
});
