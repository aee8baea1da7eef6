// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { act, renderHook, waitFor } from "@testing-library/react";
import { assert, constantFrom, integer, property, uuid } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serve } from "../api/testing/server";
import { answer as built } from "../testing/fixtures/experiments.gen";
import { EXPERIMENTS, forcedIn, forcedOf } from "./experimentNames";
import { variantFor, weightsOf } from "./experiments";

const CALL = "GET /api/experiments";
const HOUR_MS = 60 * 60_000;
const ALL_A = { control: 0, a: 100, b: 0 };
const counting = { analytics: true, marketing: true };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ now: Date.parse("2026-11-30T12:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

/** A load of the page at an address, with what the server says. */
async function visit(answer: object | null, search = "") {
  window.history.replaceState(null, "", `/${search}`);
  vi.resetModules();
  const asked = serve(answer ? { [CALL]: { status: 200, body: { ...built, experiments: answer } } } : {});
  const beacons: string[] = [];
  vi.stubGlobal("navigator", {
    ...navigator,
    sendBeacon: (_path: string, body: string) => beacons.push(body) > 0,
  });
  const [consent, { watchExperiments }, { useVariant }, attribution, { onTrack }, { watchPageErrors }] =
    await Promise.all([
      import("./consent"),
      import("./watchExperiments"),
      import("./useVariant"),
      import("./attribution"),
      import("./track"),
      import("./pageErrors"),
    ]);
  const events: unknown[] = [];
  onTrack((event) => events.push(event));
  const { result } = renderHook(() => useVariant("homepageCarousel"));
  watchExperiments();
  watchPageErrors();
  return {
    asked: () => asked.map(({ call }) => call),
    answer: (choice: { analytics: boolean; marketing: boolean }) => act(() => consent.answerConsent(choice)),
    variant: () => result.current,
    events,
    beacons,
    analyticsData: attribution.analyticsData,
  };
}

// spec: AN-09
test("a visitor's variant is drawn by the hash of the key and their id", () => {
  assert(
    property(
      constantFrom(...EXPERIMENTS),
      uuid(),
      integer({ min: 0, max: 100 }),
      integer({ min: 0, max: 100 }),
      (key, id, one, other) => {
        const [control, upTo] = [Math.min(one, other), Math.max(one, other)];
        const share = createHash("sha256").update(`${key}:${id}`).digest().readUInt32BE(0) % 100;
        const expected = share < control ? "control" : share < upTo ? "a" : "b";
        expect(variantFor(key, { control, a: upTo - control, b: 100 - upTo }, id)).toBe(expected);
      },
    ),
  );
});

// spec: AN-09
test("an address forces variants of what is tried, and nothing else", () => {
  const search = "?exp_bannerVideo=a&exp_homepageCarousel=c&exp_other=a&exp_deliveryServiceFee=";
  expect(forcedIn(search)).toEqual({ bannerVideo: "a" });
  expect(forcedOf('{"bannerVideo":"b","homepageCarousel":1,"x":"a"}')).toEqual({ bannerVideo: "b" });
  expect(["[", "1", "null", null].map(forcedOf)).toEqual([{}, {}, {}, {}]);
});

test("weights that were kept in another form are none", () => {
  const kept = { until: 1, weights: { x: ALL_A } };
  expect(weightsOf(JSON.stringify(kept))).toEqual(kept);
  const bad = ["{", "null", "{}", '{"until":"1","weights":{}}', '{"until":1,"weights":{"x":{"a":1}}}'];
  expect(bad.map(weightsOf)).toEqual(bad.map(() => null));
});

// spec: AN-06, AN-10
test("without leave to count nobody is drawn or asked for; with it the answer is kept for twelve hours", async () => {
  const first = await visit({ homepageCarousel: ALL_A });
  first.answer({ analytics: false, marketing: true });
  expect([first.variant(), first.asked(), first.events]).toEqual(["control", [], []]);
  expect(localStorage.getItem("ovelle.visitor")).toBeNull();
  first.answer(counting);
  await waitFor(() => expect(first.variant()).toBe("a"));
  expect(first.events).toEqual([
    { event: "experiment_view", key: "homepageCarousel", variant: "a", forced: false },
  ]);
  expect(first.analyticsData()).toMatchObject({ experiments: { homepageCarousel: "a" } });
  const id = localStorage.getItem("ovelle.visitor");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

  vi.setSystemTime(Date.now() + 12 * HOUR_MS - 1);
  const second = await visit(null);
  await waitFor(() => expect(second.variant()).toBe("a"));
  expect(second.asked()).toEqual([]);
  vi.setSystemTime(Date.now() + 1);
  const late = await visit({ homepageCarousel: { control: 0, a: 0, b: 100 } });
  await waitFor(() => expect(late.variant()).toBe("b"));
  expect(localStorage.getItem("ovelle.visitor")).toBe(id);

  late.answer({ analytics: false, marketing: true });
  expect(late.variant()).toBe("control");
  expect(["ovelle.visitor", "ovelle.experiments"].map((name) => localStorage.getItem(name))).toEqual([
    null,
    null,
  ]);
  expect(late.analyticsData()).toBeNull();
});

// spec: AN-10
test("where experiments do not come, what was known stays, at first nothing", async () => {
  const nothing = await visit(null);
  nothing.answer(counting);
  await waitFor(() => expect(nothing.asked()).toEqual([CALL]));
  expect(nothing.variant()).toBe("control");
  expect(nothing.events).toEqual([]);
});

// spec: AN-09
test("a forced variant needs no leave, holds for the tab with it, and goes with no order", async () => {
  const forced = await visit({ homepageCarousel: ALL_A }, "?exp_homepageCarousel=b");
  expect(forced.variant()).toBe("b");
  expect(sessionStorage).toHaveLength(0);
  forced.answer(counting);
  await waitFor(() => expect(localStorage.getItem("ovelle.visitor")).not.toBeNull());
  expect(forced.variant()).toBe("b");
  expect(forced.events).toEqual([
    { event: "experiment_view", key: "homepageCarousel", variant: "b", forced: true },
  ]);
  expect(forced.analyticsData()).toBeNull();
  expect((await visit(null)).variant()).toBe("b");
});

// spec: AN-14
test("what is not configured is the control group's, and told once", async () => {
  const visited = await visit({});
  visited.answer(counting);
  await waitFor(() => expect(localStorage.getItem("ovelle.experiments")).not.toBeNull());
  window.dispatchEvent(new Event("pagehide"));
  expect(visited.variant()).toBe("control");
  expect(visited.beacons).toHaveLength(1);
  expect(visited.beacons[0]).toContain("FRONTEND_REMOTE_CONFIG_EXPERIMENT_NOT_CONFIGURED");
  expect(visited.events).toEqual([]);
});
