// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { BoardOrder, FoundOrder } from "../../../api/wire";
import { aCar, aRow, BoardPage } from "../../testing/boards";
import { anOrder, at, EPOCH } from "../../testing/orders";

const paths = (page: BoardPage) => page.world.requests.map(({ method, path }) => `${method} ${path}`);

const OPEN = "GET /api/staff/orders?status=-1%2C0%2C1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9";

function found(orderId: string, change: Partial<BoardOrder> = {}, over = false): FoundOrder {
  return { ...aRow(orderId, change), over, restaurantName: "Ovelle Kluuvi" };
}

describe("on a line", () => {
  test("the board is asked for with a fresh token, and its first frame is all of it", async () => {
    const page = new BoardPage(["14"]);
    expect(page.state).toMatchObject({ mode: "opening", rows: null });
    await page.bringUp(aRow("1"), aRow("2"));
    expect(page.world.socket.said).toEqual([
      { type: "subscribe", topic: "board", token: "token-1", restaurantIds: ["14"] },
    ]);
    expect(page.state).toMatchObject({ mode: "live", problem: null });
    page.send([aRow("2", { status: 3 }), aRow("3")], ["1"]);
    expect(page.rows).toEqual([
      ["2", 3],
      ["3", 0],
    ]);
    await page.world.pass(10_000);
    expect(paths(page)).toEqual(["POST /api/users/staff/live-token"]);
  });

  test("a frame that says nothing new changes nothing, not even the object", async () => {
    const page = new BoardPage();
    await page.bringUp(aRow("1"));
    const before = page.state;
    page.send([], ["gone"]);
    expect(page.state).toBe(before);
  });

  test("that comes back, the board is whole again, with another token", async () => {
    const page = new BoardPage();
    await page.bringUp(aRow("1"), aRow("2"));
    page.world.socket.close(4408);
    await page.world.pass(600);
    await page.bringUp(aRow("2", { status: 1 }));
    expect(page.world.socket.subscription).toMatchObject({ token: "token-2" });
    expect([page.state.mode, page.rows]).toEqual(["live", [["2", 1]]]);
  });

  test("who leaves and returns waits for the last frame of the board that was left", async () => {
    const page = new BoardPage();
    await page.bringUp(aRow("1"));
    page.board.close();
    const back = page.live.watchBoard(["21"]);
    await page.world.pass(1);
    page.send([aRow("2")]);
    expect(page.world.socket.said.slice(1)).toEqual([
      { type: "unsubscribe", topic: "board" },
      { type: "ping" },
    ]);
    page.world.socket.send({ type: "pong" });
    expect(page.world.socket.subscription).toMatchObject({ token: "token-2", restaurantIds: ["21"] });
    page.send([aRow("3")]);
    expect([...(back.getState().rows ?? [])].map(([id]) => id)).toEqual(["3"]);
    back.close();
    await page.world.pass(1_100);
    expect(page.world.held).toBe(0);
  });

  test("an order is watched beside it, with a token of its own", async () => {
    const page = new BoardPage();
    await page.bringUp(aRow("10234"));
    const watch = page.live.watchAsStaff("10234");
    await page.world.pass(1);
    expect(page.world.socket.subscription).toEqual({
      type: "subscribe",
      topic: "order",
      orderId: "10234",
      token: "token-2",
    });
    page.world.socket.send({ type: "subscribed", topic: "order", orderId: "10234", seq: 0 });
    page.world.socket.send({
      type: "snapshot",
      orderId: "10234",
      seq: 0,
      rev: 0,
      order: anOrder(),
      car: null,
    });
    expect(watch.getState().mode).toBe("live");
    expect([page.world.sockets.length, page.state.mode]).toEqual([1, "live"]);
  });
});

describe("the cars", () => {
  const boardSubscriptions = (page: BoardPage) =>
    page.world.socket.said.flatMap((frame) => (frame.type === "subscribe" ? [frame] : []));

  /** A live board that is asked for its cars. */
  async function withCars() {
    const page = new BoardPage();
    await page.bringUp(aRow("1"));
    const heard: unknown[] = [];
    const stop = page.board.subscribeCars(() => heard.push(page.cars));
    await page.world.pass(1);
    page.world.socket.send({ type: "pong" });
    return { page, heard, stop };
  }

  test("are asked for only once somebody looks, by asking for the board anew; it stays live meanwhile", async () => {
    const { page, heard } = await withCars();
    expect(boardSubscriptions(page).map((frame) => "cars" in frame && frame.cars)).toEqual([false, true]);
    expect([page.state.mode, page.rows, page.cars]).toEqual(["live", [["1", 0]], null]);
    page.send([aRow("1", { status: 8 })]);
    page.tellCars([aCar("7", 1), aCar("9", 1)]);
    expect(page.rows).toEqual([["1", 8]]);
    expect(heard).toEqual([
      [
        ["7", at(1)],
        ["9", at(1)],
      ],
    ]);
  });

  test("come and go one by one, never back in time, and do not touch the rows", async () => {
    const { page, heard } = await withCars();
    page.send([aRow("1")]);
    page.tellCars([aCar("7", 1), aCar("9", 1)]);
    const rows = page.state;
    page.tellCars([aCar("7", 3)]);
    page.tellCars([aCar("7", 2), aCar("8", 2)], ["9"]);
    expect(page.cars).toEqual([
      ["7", at(3)],
      ["8", at(2)],
    ]);
    const cars = page.board.getCars();
    page.tellCars([aCar("7", 2)], ["9"]);
    expect([page.board.getCars() === cars, page.state === rows, heard.length]).toEqual([true, true, 3]);
  });

  test("are all told again by a line that comes back", async () => {
    const { page } = await withCars();
    page.send([]);
    page.tellCars([aCar("7", 1), aCar("9", 1)]);
    page.world.socket.close(4408);
    await page.world.pass(600);
    expect(page.cars).toHaveLength(2);
    await page.bringUp(aRow("1"));
    expect(boardSubscriptions(page)).toMatchObject([{ cars: true }]);
    page.tellCars([aCar("9", 0)]);
    expect(page.cars).toEqual([["9", at(1)]]);
  });

  test("are not known while the board is polled", async () => {
    const { page } = await withCars();
    page.send([]);
    page.tellCars([aCar("7", 1)]);
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    page.onRequest = (request) => request.answer(200, { orders: [], nextCursor: null });
    page.world.socket.close(1006);
    await page.world.pass(7_000);
    expect([page.state.mode, page.cars]).toEqual(["polling", null]);
  });

  test("are asked for no more when the last one has looked away, unless somebody looks again at once", async () => {
    const { page, stop } = await withCars();
    page.send([]);
    stop();
    await page.world.pass(500);
    const stopAgain = page.board.subscribeCars(() => undefined);
    await page.world.pass(2_000);
    expect(boardSubscriptions(page)).toHaveLength(2);
    stopAgain();
    await page.world.pass(1_100);
    page.world.socket.send({ type: "pong" });
    expect(boardSubscriptions(page).at(-1)).not.toHaveProperty("cars");
    expect(page.cars).toBeNull();
    page.send([aRow("2")]);
    expect([page.state.mode, page.rows]).toEqual(["live", [["2", 0]]]);
    page.board.close();
    await page.world.pass(1_100);
    expect(page.world.held).toBe(0);
  });

  test("wanted before the line is up need no second question", async () => {
    const page = new BoardPage();
    page.board.subscribeCars(() => undefined);
    await page.bringUp(aRow("1"));
    page.tellCars([aCar("7")]);
    expect(boardSubscriptions(page)).toMatchObject([{ cars: true }]);
    expect(page.cars).toHaveLength(1);
  });
});

describe("without a line", () => {
  function cutOff() {
    const page = new BoardPage();
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    return page;
  }

  test("the open orders are read every 30 s, and are the board as far as anybody knows", async () => {
    const page = cutOff();
    await page.bringUp(aRow("1", { status: 3, seq: 3 }), aRow("2"), aRow("4"));
    page.onRequest = (request) =>
      request.answer(200, {
        orders: [found("3"), found("2", { status: 4, seq: 1 }, true), found("1", { status: 2, seq: 2 })],
        nextCursor: null,
      });
    page.world.socket.close(1006);
    await page.world.pass(4_900);
    expect([page.state.mode, paths(page).length]).toEqual(["live", 1]);
    await page.world.pass(1_200);
    expect(page.state).toMatchObject({ mode: "polling", problem: null });
    expect(page.rows).toEqual([
      ["3", 0],
      ["1", 3],
    ]);
    await page.world.pass(60_000);
    expect(paths(page).slice(1)).toEqual([OPEN, OPEN, OPEN]);
  });

  test("a few pages are read, and no more; what is older stays as it was", async () => {
    const page = cutOff();
    await page.bringUp(aRow("old"));
    page.onRequest = (request) =>
      request.answer(200, {
        orders: [found(String(page.world.requests.length))],
        nextCursor: `${page.world.requests.length}`,
      });
    page.world.socket.close(1006);
    await page.world.pass(10_000);
    expect(paths(page).slice(1)).toEqual([OPEN, ...[2, 3, 4, 5, 6].map((next) => `${OPEN}&cursor=${next}`)]);
    expect(page.rows?.map(([id]) => id)).toEqual(["old", "2", "3", "4", "5", "6", "7"]);
  });

  test("and without an answer it is offline, with the time of what is shown; then it mends itself", async () => {
    const page = cutOff();
    await page.bringUp(aRow("1"));
    page.onRequest = (request) => request.fail();
    page.world.socket.close(1006);
    await page.world.pass(20_000);
    expect(page.state).toMatchObject({ mode: "offline", trueAt: EPOCH + 1 });
    expect(page.rows).toEqual([["1", 0]]);
    page.world.onSocket = () => undefined;
    page.world.signal("online");
    await page.world.pass(1_000);
    await page.bringUp(aRow("2"));
    expect([page.state.mode, page.rows]).toEqual(["live", [["2", 0]]]);
  });

  test("nothing is read in the background", async () => {
    const page = cutOff();
    page.onRequest = (request) => request.answer(200, { orders: [], nextCursor: null });
    page.world.socket.close(1006);
    page.world.signal("hidden");
    await page.world.pass(200_000);
    expect(paths(page)).toEqual([]);
    page.world.signal("visible");
    await page.world.pass(7_000);
    expect(paths(page)).toEqual([OPEN]);
  });
});

describe("the end", () => {
  test.each([
    ["board/session-ended", "session-ended"],
    ["board/too-large", "too-large"],
    ["board/forbidden", "refused"],
    ["shop/not-found", "refused"],
  ] as const)("comes with %s", async (code, problem) => {
    const page = new BoardPage();
    await page.bringUp(aRow("1"));
    page.world.socket.send({ type: "error", code, message: "" });
    expect(page.state).toMatchObject({ mode: "ended", problem });
    await page.world.pass(100_000);
    expect(paths(page)).toHaveLength(1);
  });

  test("comes where no token is given any more", async () => {
    const page = new BoardPage();
    page.world.onRequest = (request) => request.answer(401);
    page.world.socket.hello();
    await page.world.pass(1);
    expect(page.state).toMatchObject({ mode: "ended", problem: "session-ended" });
  });

  test("comes where a poll is refused for want of a session", async () => {
    const page = new BoardPage();
    page.world.onSocket = (socket) => page.world.after(10, () => socket.close(1006));
    page.onRequest = (request) => request.answer(401);
    page.world.socket.close(1006);
    await page.world.pass(7_000);
    expect(page.state).toMatchObject({ mode: "ended", problem: "session-ended" });
  });

  test("is no end for who has signed in again", async () => {
    const page = new BoardPage();
    await page.bringUp(aRow("1"));
    page.world.socket.send({ type: "error", code: "board/session-ended", message: "" });
    page.board.retry();
    await page.world.pass(1);
    page.send([aRow("2")]);
    expect([page.state.mode, page.rows]).toEqual(["live", [["2", 0]]]);
  });
});

test("a token that cannot be had, or came too late, is asked for again", async () => {
  const page = new BoardPage();
  page.world.onRequest = (request) => request.answer(503);
  page.world.socket.hello();
  await page.world.pass(4_000);
  expect(page.world.requests).toHaveLength(1);
  page.world.onRequest = (request) => {
    if (request.method === "POST") request.answer(200, { token: "late", expiresAt: "" });
  };
  await page.world.pass(3_000);
  page.world.socket.send({ type: "error", code: "board/unauthorized", message: "" });
  await page.world.pass(7_000);
  expect(page.world.socket.said.filter(({ type }) => type === "subscribe")).toHaveLength(2);
  page.send([aRow("1")]);
  expect(page.state.mode).toBe("live");
});

test("a server that cannot read the board just now is asked again; a frame that it did not know is no word on it", async () => {
  const page = new BoardPage();
  page.world.socket.hello();
  await page.world.pass(1);
  page.world.socket.send({ type: "error", code: "service/unavailable", message: "" });
  await page.world.pass(4_000);
  expect(page.world.socket.said).toHaveLength(1);
  await page.world.pass(3_000);
  expect(page.world.socket.said).toHaveLength(2);
  page.send([aRow("1")]);
  page.world.socket.send({ type: "error", code: "frame/invalid", message: "" });
  expect([page.state.mode, page.rows]).toEqual(["live", [["1", 0]]]);
});
