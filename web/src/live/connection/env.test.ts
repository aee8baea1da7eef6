// @vitest-environment jsdom
import { expect, test } from "vitest";
import { browserEnv, type TabSignal } from "./env";

test("the tab tells when it is seen, focused, online, until nobody listens", () => {
  const env = browserEnv();
  const told: TabSignal[] = [];
  const stop = env.onSignal((signal) => told.push(signal));
  const tell = () => {
    document.dispatchEvent(new Event("visibilitychange"));
    for (const event of ["focus", "offline", "online"]) window.dispatchEvent(new Event(event));
  };
  tell();
  expect(told).toEqual([env.hidden() ? "hidden" : "visible", "focus", "offline", "online"]);
  stop();
  tell();
  expect(told).toHaveLength(4);
});
