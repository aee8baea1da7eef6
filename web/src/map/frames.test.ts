// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFrames, stopFrames } from "./frames";

/** The browser's frames, one at a time. */
let asked: FrameRequestCallback[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => asked.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

function frame(now: number) {
  for (const callback of asked.splice(0)) callback(now);
}

test("all that moves shares one loop, which ends when nothing moves", () => {
  const drawn: string[] = [];
  let moves = 2;
  startFrames((now) => drawn.push(`car ${now}`) < 100 && (moves -= 1) > 0);
  startFrames((now) => drawn.push(`other ${now}`) < 0);
  expect(asked).toHaveLength(1);
  frame(16);
  frame(32);
  expect(drawn).toEqual(["car 16", "other 16", "car 32"]);
  expect(asked).toEqual([]);
});

test("what was stopped is drawn no more, and may start again", () => {
  let drawn = 0;
  const step = () => (drawn += 1) > 0;
  startFrames(step);
  startFrames(step);
  frame(16);
  stopFrames(step);
  frame(32);
  expect([drawn, asked.length]).toEqual([1, 0]);
  startFrames(step);
  frame(48);
  expect(drawn).toBe(2);
  stopFrames(step);
  frame(64);
});
