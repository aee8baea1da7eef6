// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { ServerFrame } from "../../api/wire";
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  isUp,
  NO_LINE_YET,
  stepConnection,
} from "./machine";

const HELLO: ServerFrame = {
  type: "hello",
  protocol: 1,
  beatSeconds: 15,
  serverTime: "2026-03-14T12:00:00Z",
};
const BEAT: ServerFrame = { type: "beat", delayed: false };

/** The state after some events, and the effects of the last one; `at` is when it happens, monotonic ms. */
function after(events: ConnectionEvent[], { at = 0, chance = 1, from = NO_LINE_YET } = {}) {
  let state: ConnectionState = from;
  let effects: readonly ConnectionEffect[] = [];
  for (const event of events)
    ({ state, effects } = stepConnection(Object.freeze(state), event, { now: at, chance }));
  return { state, effects };
}

const WANT: ConnectionEvent = { type: "want", wanted: true };
const UP: ConnectionEvent[] = [WANT, { type: "frame", frame: HELLO }];
const opens = (effects: readonly ConnectionEffect[]) => effects.some(({ type }) => type === "open");
const waits = (effects: readonly ConnectionEffect[]) =>
  effects.find((effect) => effect.type === "set-timer" && effect.timer === "reopen");

describe("a line that is wanted", () => {
  test("is opened, and given five seconds for its hello", () => {
    const { state, effects } = after([WANT]);
    expect(effects.slice(-2)).toEqual([
      { type: "set-timer", timer: "patience", ms: 5_000 },
      { type: "open" },
    ]);
    expect([isUp(state), state.triedAt]).toEqual([false, 0]);
  });

  test("is up with its hello, and may then be silent for two beats", () => {
    const { state, effects } = after(UP, { at: 70 });
    expect(effects).toEqual([
      { type: "up" },
      { type: "set-timer", timer: "patience", ms: 30_000 },
      { type: "frame", frame: HELLO },
    ]);
    expect(state.line).toEqual({ upSince: 70, patienceMs: 30_000, probed: false });
  });

  test("says nothing that counts before its hello", () => {
    expect(after([WANT, { type: "frame", frame: BEAT }]).effects).toEqual([]);
  });
});

describe("a lost line", () => {
  test("comes back by the back-off, whose ceiling doubles with each try that did not hold", () => {
    const lost: ConnectionEvent = { type: "closed", code: 1006 };
    expect(waits(after([...UP, lost]).effects)).toMatchObject({ ms: 500 });
    const third = { ...NO_LINE_YET, tries: 2 };
    expect(waits(after([...UP, lost], { from: third }).effects)).toMatchObject({ ms: 2_000 });
    expect(waits(after([...UP, lost], { from: third, chance: 0.25 }).effects)).toMatchObject({ ms: 500 });
  });

  test("that held for half a minute has proven itself", () => {
    const { state } = after(UP, { from: { ...NO_LINE_YET, tries: 5 } });
    const closed: ConnectionEvent = { type: "closed", code: 1006 };
    expect(after([closed], { from: state, at: 29_999 }).state.tries).toBe(6);
    expect(after([closed], { from: state, at: 30_000 }).state.tries).toBe(1);
  });

  test("tells whether it fell silent, which an opening one does not", () => {
    const silence: ConnectionEvent = { type: "timer", timer: "patience" };
    expect(after([WANT, silence]).effects).toContainEqual({ type: "down", silent: false });
    expect(after([...UP, silence]).effects).toContainEqual({ type: "down", silent: true });
  });

  test("whose server asked for a time comes no sooner, whoever wakes", () => {
    const { state } = after([...UP, { type: "closed", code: 4429 }]);
    expect(state.notBefore).toBe(30_000);
    expect(waits(after([{ type: "wake" }], { from: state, at: 20_000 }).effects)).toMatchObject({
      ms: 10_000,
    });
    expect(opens(after([{ type: "wake" }], { from: state, at: 30_000 }).effects)).toBe(true);
  });

  test("that was sent away comes only where the person asks", () => {
    const { state } = after([...UP, { type: "closed", code: 1008 }]);
    expect(opens(after([{ type: "wake" }], { from: state, at: 60_000 }).effects)).toBe(false);
    expect(opens(after([{ type: "retry" }], { from: state, at: 60_000 }).effects)).toBe(true);
  });

  test("is nobody's loss twice", () => {
    const closed: ConnectionEvent = { type: "closed", code: 1006 };
    const { state } = after([...UP, closed]);
    expect(after([closed], { from: state })).toEqual({ state, effects: [] });
  });
});

describe("a server that is away", () => {
  const LOST: ConnectionEvent = { type: "closed", code: 1006 };
  const AWAY: ConnectionEvent = { type: "knocked", isThere: false };
  const BACK: ConnectionEvent = { type: "knocked", isThere: true };
  const from = { ...NO_LINE_YET, tries: 5, lostAt: 0 };
  const knocks = (effects: readonly ConnectionEffect[]) => effects.some(({ type }) => type === "knock");
  const knocksIn = (effects: readonly ConnectionEffect[]) =>
    effects.find((effect) => effect.type === "set-timer" && effect.timer === "knock");

  test("is knocked at while the back-off waits for long, and not where a try comes soon", () => {
    const waiting = after([WANT, LOST], { from });
    expect([waits(waiting.effects), knocks(waiting.effects)]).toMatchObject([{ ms: 16_000 }, true]);
    expect(knocks(after([WANT, LOST], { from, chance: 0.1 }).effects)).toBe(false);
    expect(knocks(after([...UP, { type: "closed", code: 4429 }], { from }).effects)).toBe(false);
  });

  test("has its line at once when it answers again", () => {
    const away = after([WANT, LOST, AWAY], { from });
    expect(knocksIn(away.effects)).toMatchObject({ ms: 2_625 });
    const again = after([{ type: "timer", timer: "knock" }], { from: away.state, at: 3_000 });
    expect(knocks(again.effects)).toBe(true);
    expect(opens(after([BACK], { from: again.state, at: 3_010 }).effects)).toBe(true);
  });

  test("that was there all the time refuses sockets alone: the back-off stands", () => {
    const refused = after([WANT, LOST, BACK], { from });
    expect(refused.effects).toEqual([]);
  });

  test("is knocked at for ten minutes, and never for who has left or sleeps", () => {
    const { state } = after([WANT, LOST], { from });
    expect(knocksIn(after([AWAY], { from: state, at: 600_000 }).effects)).toBeUndefined();
    const { state: asleep } = after([WANT, LOST, AWAY, { type: "sleep" }], { from });
    expect(after([BACK], { from: asleep, at: 3_010 }).effects).toEqual([]);
  });
});

test("a probe asks once, and shortens the patience until something is heard", () => {
  const asked = after([...UP, { type: "probe" }]);
  expect(asked.effects).toEqual([{ type: "ping" }, { type: "set-timer", timer: "patience", ms: 5_000 }]);
  expect(after([{ type: "probe" }], { from: asked.state }).effects).toEqual([]);
  expect(after([{ type: "frame", frame: BEAT }], { from: asked.state })).toMatchObject({
    state: { line: { probed: false } },
    effects: [{ type: "set-timer", timer: "patience", ms: 30_000 }, { type: "frame" }],
  });
});

test("a line that nobody needs lingers, then rests; one that sleeps rests at once, and opens when it wakes", () => {
  const unwanted = after([...UP, { type: "want", wanted: false }]);
  expect(unwanted.effects).toContainEqual({ type: "set-timer", timer: "linger", ms: 1_000 });
  expect(isUp(unwanted.state)).toBe(true);
  expect(after([{ type: "timer", timer: "linger" }], { from: unwanted.state }).effects.slice(-2)).toEqual([
    { type: "hang-up" },
    { type: "down", silent: false },
  ]);
  const asleep = after([...UP, { type: "sleep" }]);
  expect(asleep.effects).toContainEqual({ type: "hang-up" });
  expect(opens(after([{ type: "wake" }], { from: asleep.state, at: 1_000 }).effects)).toBe(true);
});
