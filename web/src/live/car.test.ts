// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { CarPosition } from "../api/wire";
import { anOrderAt, aStatus, at } from "./testing/orders";
import { Page } from "./testing/page";
import type { FakeRequest } from "./testing/world";

const CAR_PATH = "/api/commerce/order-tracking/10234/key/car-location";
const ON_THE_WAY = anOrderAt([0, 4, 8]);

function carAt(minutes: number): CarPosition {
  return { lat: 60.18, lng: 24.95, headingDeg: 80, speedKmh: 30, at: at(minutes), stopsBefore: 1 };
}

/** A page without sockets whose order is on its way; `answer` is what is said of the car. */
function onTheWay(answer: (request: FakeRequest) => void, order = () => ON_THE_WAY) {
  const page = new Page();
  page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
  page.world.onRequest = (request) => {
    if (request.path === CAR_PATH) answer(request);
    else request.answerOrder(order());
  };
  page.world.socket.close(1006);
  return page;
}

const asked = (page: Page) => page.world.requests.filter(({ path }) => path === CAR_PATH);
const askedAt = (page: Page) => asked(page).map((request) => Math.round(request.askedAt / 1_000));

describe("without a line", () => {
  // spec: T-67, T-68
  test("the car of an order on its way is asked for every 10 s", async () => {
    let minutes = 10;
    const page = onTheWay((request) => request.answer(200, carAt((minutes += 1))));
    await page.world.pass(35_000);
    expect(askedAt(page)).toEqual([0, 10, 20, 30]);
    expect(page.state.order?.car).toEqual(carAt(14));
  });

  // spec: T-67
  test("404 takes the car away, and the next answer may bring it back", async () => {
    const page = onTheWay((request) => request.answer(200, carAt(10)));
    await page.world.pass(5_000);
    expect(page.state.order?.car).toEqual(carAt(10));
    page.world.onRequest = (request) => request.answer(404);
    await page.world.pass(6_000);
    expect([page.state.order?.car, page.state.problem]).toEqual([null, null]);
    page.world.onRequest = (request) => request.answer(200, carAt(11));
    await page.world.pass(10_000);
    expect(page.state.order?.car).toEqual(carAt(11));
  });

  // spec: T-68
  test("a call that fails is tried again ten times, and troubles nobody", async () => {
    const page = onTheWay((request) => request.answer(503));
    await page.world.pass(600_000);
    expect(asked(page)).toHaveLength(1 + 10);
    expect(page.sign).toBe("polling");
    page.world.signal("hidden");
    await page.world.pass(40_000);
    page.world.signal("visible");
    await page.world.pass(1);
    expect(asked(page)).toHaveLength(1 + 10 + 1);
  });

  test("a call that failed a few times goes on as before once it is answered", async () => {
    let calls = 0;
    const page = onTheWay((request) => {
      calls += 1;
      if (calls % 4 === 0) request.answer(200, carAt(calls));
      else request.fail();
    });
    await page.world.pass(300_000);
    expect(calls).toBeGreaterThan(2 * 11);
  });

  test("nobody asks before the order is on its way, nor after", async () => {
    let order = anOrderAt([0, 4, 7]);
    const page = onTheWay(
      (request) => request.answer(200, carAt(10)),
      () => order,
    );
    await page.world.pass(20_000);
    expect(asked(page)).toHaveLength(0);
    order = anOrderAt([0, 4, 7, 8]);
    await page.world.pass(30_000);
    expect(asked(page).length).toBeGreaterThan(0);
    order = anOrderAt([0, 4, 7, 8, 9]);
    await page.world.pass(30_000);
    const before = asked(page).length;
    await page.world.pass(60_000);
    expect([asked(page).length, page.state.order?.car]).toEqual([before, null]);
  });

  // spec: T-64
  test("nobody asks in the background", async () => {
    const page = onTheWay((request) => request.answer(200, carAt(10)));
    await page.world.pass(5_000);
    page.world.signal("hidden");
    await page.world.pass(50_000);
    expect(asked(page)).toHaveLength(1);
  });
});

describe("with a line", () => {
  test("the car comes by it alone, and what was asked for before counts no more", async () => {
    const page = new Page();
    await page.world.pass(400);
    page.world.request.answerOrder(ON_THE_WAY);
    await page.world.pass(1);
    const [late] = asked(page);
    page.bringUp(ON_THE_WAY);
    page.world.socket.send({ type: "position", orderId: "10234", ...carAt(12) });
    late?.answer(404);
    await page.world.pass(14_000);
    expect([asked(page).length, late?.aborted, page.state.order?.car?.at]).toEqual([1, true, at(12)]);
  });

  test("that is lost, the car is asked for with the first poll", async () => {
    const page = new Page();
    page.bringUp(ON_THE_WAY);
    page.world.socket.send({ type: "position", orderId: "10234", ...carAt(12) });
    page.cutOff();
    page.world.onRequest = (request) => {
      if (request.path === CAR_PATH) request.answer(200, carAt(11));
      else request.answerOrder(ON_THE_WAY);
    };
    await page.world.pass(4_900);
    expect(asked(page)).toHaveLength(0);
    await page.world.pass(1_200);
    // What the call knows is older than what the line had said.
    expect([asked(page).length, page.state.order?.car?.at]).toEqual([1, at(12)]);
  });

  test("no frame has to say that the car is gone: it goes with the status", () => {
    const page = new Page();
    page.bringUp(ON_THE_WAY);
    page.world.socket.send({ type: "position", orderId: "10234", ...carAt(12) }, aStatus(3, 7));
    expect(page.state.order?.car).toBeNull();
  });
});
