import { afterEach, expect, test, vi } from "vitest";
import { onIdle } from "./idle";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what may wait is done when the browser is idle, a second and a half later at most, and can be called off", () => {
  const [ask, cancel] = [vi.fn<typeof requestIdleCallback>(() => 7), vi.fn<(id: number) => void>()];
  vi.stubGlobal("requestIdleCallback", ask);
  vi.stubGlobal("cancelIdleCallback", cancel);
  const act = vi.fn<() => void>();
  const callOff = onIdle(act);
  expect(ask).toHaveBeenCalledExactlyOnceWith(act, { timeout: 1_500 });
  expect(cancel).not.toHaveBeenCalled();
  callOff();
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
});

test("where the browser does not say when it is idle, it is done after what is under way, unless called off", () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [done, calledOff] = [vi.fn<() => void>(), vi.fn<() => void>()];
  onIdle(done);
  onIdle(calledOff)();
  expect(done).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(done).toHaveBeenCalledOnce();
  expect(calledOff).not.toHaveBeenCalled();
});
