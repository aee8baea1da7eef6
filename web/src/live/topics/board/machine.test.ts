// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { MessageCode, ServerFrame } from "../../../api/wire";
import type { BoardPoll } from "./reducer";
import { aCar, aRow } from "../../testing/boards";
import { EPOCH } from "../../testing/orders";
import {
  type BoardEffect,
  type BoardEvent,
  type BoardWatchState,
  NO_BOARD_WATCH_YET,
  stepBoard,
} from "./machine";

const BEGIN: BoardEvent = { type: "begin" };
const OVERDUE: BoardEvent[] = [BEGIN, { type: "timer", timer: "grace" }];

const received = (frame: ServerFrame): BoardEvent => ({ type: "received", frame });
const board = (...ids: string[]) =>
  received({ type: "board", orders: ids.map((id) => aRow(id)), removed: [] });
const LIVE: BoardEvent[] = [BEGIN, { type: "line-up" }, board("1", "2")];

/** The state after some events, and the effects of the last one. */
function after(events: BoardEvent[], from = NO_BOARD_WATCH_YET, hidden = false) {
  let state: BoardWatchState = from;
  let effects: readonly BoardEffect[] = [];
  for (const event of events) {
    Object.freeze(state);
    ({ state, effects } = stepBoard(state, event, { now: EPOCH, clockOffset: 0, hidden }));
  }
  return { state, effects, mode: state.shown.mode, ids: [...(state.shown.rows ?? []).keys()] };
}

describe("on the line", () => {
  test("the first frame is all of the board, cars too, and what follows changes it", () => {
    const whole = after(LIVE);
    expect([whole.mode, whole.state.shown.trueAt, whole.ids]).toEqual(["live", EPOCH, ["1", "2"]]);
    expect(whole.effects).toContainEqual({ type: "begin-cars" });
    expect(whole.effects).toContainEqual({ type: "poll", how: "stop" });
    const changed = after([received({ type: "board", orders: [aRow("3")], removed: ["1"] })], whole.state);
    expect(changed.ids).toEqual(["2", "3"]);
    expect(changed.effects).not.toContainEqual({ type: "begin-cars" });
  });

  test("after another subscription the frame is all of it again", () => {
    const renewed = after([...LIVE, { type: "cars-wanted" }]);
    expect([renewed.mode, renewed.effects.at(-1)]).toEqual(["live", { type: "renew" }]);
    expect(after([board("9")], renewed.state).ids).toEqual(["9"]);
  });

  test("the cars go their own way, and do not touch what is shown", () => {
    const { state } = after(LIVE);
    const cars = after([received({ type: "cars", cars: [aCar("7")], removed: [] })], state);
    expect(cars.state.shown).toBe(state.shown);
    expect(cars.effects).toMatchObject([{ type: "receive-cars", frame: { cars: [{ carId: "7" }] } }]);
  });

  test("a refusal that passes is asked again, and leaves what is shown", () => {
    const refused = after([...LIVE, received({ type: "error", code: "service/unavailable", message: "" })]);
    expect(refused.effects.at(-1)).toEqual({ type: "set-timer", timer: "again", ms: 5_000, spreadMs: 1_000 });
    expect([refused.mode, refused.ids]).toEqual(["live", ["1", "2"]]);
    expect(after([{ type: "timer", timer: "again" }], refused.state).effects).toContainEqual({
      type: "subscribe",
    });
  });
});

describe("without it", () => {
  test("there is a grace; then it is polled, which knows no cars", () => {
    const lost = after([...LIVE, { type: "line-down", heardAt: EPOCH - 5 }]);
    expect([lost.mode, lost.state.shown.trueAt]).toEqual(["live", EPOCH - 5]);
    const overdue = after([{ type: "timer", timer: "grace" }], lost.state);
    expect(overdue.effects).toEqual([{ type: "poll", how: "hurry" }, { type: "forget-cars" }]);
    const failed = after([{ type: "failed" }], overdue.state);
    expect([failed.mode, failed.ids]).toEqual(["offline", ["1", "2"]]);
  });

  test("what the browser says of the network is said at once, and stands until something comes", () => {
    const cut = after([...LIVE, { type: "cut" }]);
    expect([cut.mode, cut.ids, cut.effects]).toEqual(["offline", ["1", "2"], []]);
    expect(after([{ type: "mended" }], cut.state).mode).toBe("live");
    const polled = after([...OVERDUE, { type: "cut" }, { type: "failed" }]);
    expect(polled.mode).toBe("offline");
    const poll: BoardPoll = { type: "poll", orders: [], isWhole: true };
    expect(after([{ type: "answered", poll }], polled.state).mode).toBe("polling");
  });

  test("in the background nothing is read", () => {
    expect(after([BEGIN, { type: "timer", timer: "grace" }], NO_BOARD_WATCH_YET, true).effects).toEqual([]);
    const asleep = after([...OVERDUE, { type: "failed" }, { type: "sleep" }]);
    expect(asleep.mode).toBe("opening");
    expect(after([{ type: "wake" }], asleep.state).effects).toMatchObject([{ timer: "grace" }]);
  });
});

describe("the end", () => {
  test.each<[MessageCode, string]>([
    ["board/session-ended", "session-ended"],
    ["board/too-large", "too-large"],
    ["board/forbidden", "refused"],
    ["shop/not-found", "refused"],
  ])("comes with %s", (code, problem) => {
    const ended = after([...LIVE, received({ type: "error", code, message: "" })]);
    expect(ended.state.shown).toMatchObject({ mode: "ended", problem });
    expect(ended.effects).toContainEqual({ type: "leave" });
    expect(after([{ type: "line-up" }], ended.state).effects).not.toContainEqual({ type: "subscribe" });
  });

  test("comes where nobody is signed in, by the line or by a poll, and is none for who asks again", () => {
    const denied = after([...LIVE, { type: "denied", why: "signed-out" }]);
    expect(after([...OVERDUE, { type: "signed-out" }]).state.shown.problem).toBe("session-ended");
    expect(denied.state.shown.problem).toBe("session-ended");
    const again = after([{ type: "retry" }], denied.state);
    expect([again.mode, again.state.shown.problem]).toEqual(["opening", null]);
    expect(again.effects[0]).toEqual({ type: "join" });
  });

  test("is not come where the token could not be had just now", () => {
    const unavailable = after([...LIVE, { type: "denied", why: "unavailable" }]);
    expect([unavailable.mode, unavailable.state.shown.problem]).toEqual(["live", null]);
  });
});
