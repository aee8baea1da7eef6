// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { CarPosition } from "../../../api/wire";
import { CAR_GONE_MS, CAR_STALE_MS, carQuestion, seenCar } from "./car";
import type { OrderState } from "./state";
import { anOrderAt, aStatus, at, EPOCH } from "../../testing/orders";
import { Page } from "../../testing/page";
import type { FakeRequest } from "../../testing/world";

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
    let calls = 0;
    const page = onTheWay((request) => ((calls += 1) <= 2 ? request.answer(200, carAt(10)) : request.fail()));
    await page.world.pass(15_000);
    expect(askedAt(page), "an answer is fresh for 10 s").toEqual([0, 10]);
    await page.world.pass(600_000);
    expect(asked(page)).toHaveLength(2 + 1 + 10);
    expect(page.sign).toBe("polling");
    page.world.signal("hidden");
    await page.world.pass(40_000);
    page.world.signal("visible");
    await page.world.pass(1);
    expect(asked(page)).toHaveLength(2 + 1 + 10 + 1);
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

describe("a car that stands still on its way to others", () => {
  const WITH_STOPS = anOrderAt([0, 4, 8], { stopsBefore: 1 });

  /** A live page whose car was seen at the beginning; `answer` is what is said of it when it is asked for. */
  function standing(answer: (request: FakeRequest) => void, order = WITH_STOPS, behindMs = 0) {
    const page = new Page();
    page.world.behindMs = behindMs;
    page.world.onRequest = answer;
    page.bringUp(order);
    page.world.socket.send({ type: "position", orderId: "10234", ...carAt(0) });
    const beat = () => {
      page.world.socket.send({ type: "beat", delayed: false });
      page.world.after(15_000, beat);
    };
    beat();
    return page;
  }

  const withheld = (request: FakeRequest) => request.answer(200, { ...carAt(0), atAnotherStop: true });

  test("is asked for beside the line from 12 s on, every 10 s, until it moves", async () => {
    const page = standing(withheld);
    await page.world.pass(35_000);
    expect(askedAt(page)).toEqual([12, 22, 32]);
    expect([page.state.mode, page.state.order?.car]).toEqual(["live", { ...carAt(0), atAnotherStop: true }]);
    page.world.socket.send({ type: "position", orderId: "10234", ...carAt(0.55) });
    expect(page.state.order?.car).toEqual(carAt(0.55));
    await page.world.pass(8_000);
    expect(askedAt(page)).toHaveLength(3);
    await page.world.pass(5_000);
    expect(askedAt(page)).toEqual([12, 22, 32, 45]);
  });

  test.each([
    ["nobody comes before", anOrderAt([0, 4, 8], { stopsBefore: 0 })],
    ["it travels in no batch", anOrderAt([0, 4, 8])],
  ])("is not asked for where %s", async (_, order) => {
    const page = standing(withheld, order);
    await page.world.pass(60_000);
    expect(asked(page)).toHaveLength(0);
  });

  test("is asked for at the same moment by a page whose clock is wrong", async () => {
    const page = standing(withheld, WITH_STOPS, -180_000);
    await page.world.pass(15_000);
    expect(askedAt(page)).toEqual([12]);
  });

  test("goes away when it has been silent for too long, and is asked for no more", async () => {
    const page = standing((request) => request.answer(404));
    await page.world.pass(60_000);
    expect([askedAt(page), page.state.order?.car]).toEqual([[12], null]);
  });

  test("is not asked for in the background, and at once when somebody looks again", async () => {
    const page = standing(withheld);
    page.world.signal("hidden");
    await page.world.pass(30_000);
    expect(asked(page)).toHaveLength(0);
    page.world.signal("visible");
    await page.world.pass(1);
    expect(askedAt(page)).toEqual([30]);
  });

  test("is let alone once the order is there", async () => {
    const page = standing(withheld);
    page.world.socket.send(aStatus(3, 11));
    await page.world.pass(60_000);
    expect(asked(page)).toHaveLength(0);
  });
});

describe("what may be said of a car", () => {
  const order = (change: Partial<OrderState> = {}): OrderState => ({
    ...anOrderAt([0, 4, 8], { stopsBefore: 1 }),
    car: carAt(0),
    ...change,
  });
  const after = (ms: number, change: Partial<OrderState> = {}) => seenCar(order(change), EPOCH + ms);

  test.each([
    [0, false],
    [CAR_STALE_MS - 1, false],
    [CAR_STALE_MS, true],
    [CAR_GONE_MS - 1, true],
  ])("after %i ms it is there, and old: %s", (ms, isStale) => {
    expect(after(ms)).toMatchObject({ ageMs: ms, isStale, isAtAnotherStop: false });
  });

  test("after two minutes it is gone", () => expect(after(CAR_GONE_MS)).toBeNull());

  test("one from the future was seen just now", () => expect(after(-5_000)?.ageMs).toBe(0));

  test("only of an order that is being delivered anything is said", () => {
    expect(after(0, { ...anOrderAt([0, 4, 8, 9]) })).toBeNull();
    expect(after(0, { car: null })).toBeNull();
  });

  test("it is at another's door only while there is another", () => {
    const car = { ...carAt(0), atAnotherStop: true };
    expect(after(0, { car })?.isAtAnotherStop).toBe(true);
    expect(after(0, { car, stopsBefore: 0 })?.isAtAnotherStop).toBe(false);
  });
});

test("is asked for beside the polls, and on a line only where it has stood still on its way to others", () => {
  const order: OrderState = { ...anOrderAt([0, 4, 8], { stopsBefore: 1 }), car: carAt(1) };
  const polling = { live: false, polling: true };
  const live = { live: true, polling: false };
  const never = { ask: false, inMs: null };
  expect(carQuestion(order, polling, EPOCH)).toEqual({ ask: true, inMs: null });
  expect(carQuestion(order, { live: false, polling: false }, EPOCH)).toEqual(never);
  expect(carQuestion({ ...anOrderAt([0, 4]), car: null }, polling, EPOCH)).toEqual(never);
  expect(carQuestion(null, polling, EPOCH)).toEqual(never);
  expect(carQuestion(order, live, EPOCH + 60_000)).toEqual({ ask: false, inMs: 12_000 });
  expect(carQuestion(order, live, EPOCH + 72_000)).toEqual({ ask: true, inMs: null });
  expect(carQuestion({ ...order, stopsBefore: 0 }, live, EPOCH + 72_000)).toEqual(never);
});
