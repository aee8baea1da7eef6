// @vitest-environment jsdom
import { array, assert, asyncProperty, boolean, constantFrom, oneof, record } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CONSENT_KEY } from "./consent";
import type { ShopEvent } from "./events";

/** A visit of its own: what the modules remember is of a page. */
async function visit() {
  vi.resetModules();
  const [consent, { track }, attribution] = await Promise.all([
    import("./consent"),
    import("./track"),
    import("./attribution"),
    import("./dataLayer"),
  ]);
  return { ...consent, track, ...attribution };
}

const view = (path: string): ShopEvent => ({ event: "page_view", path });
const bought = (orderId: string): ShopEvent => ({ event: "purchase", orderId, value: 12.5, items: [] });
const told = () => (window.dataLayer ?? []).map((one) => ("path" in one ? one.path : one.event));
/** Purchases are told once their turn has come. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

function forget() {
  localStorage.clear();
  delete window.dataLayer;
}
beforeEach(forget);
afterEach(() => vi.useRealTimers());

// spec: AN-01
test("before an answer events wait, fifty at most, and nothing is kept; with leave they go in order", async () => {
  const { track, answerConsent } = await visit();
  for (let page = 1; page <= 60; page += 1) track(view(`/${page}`));
  expect(window.dataLayer).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  answerConsent({ analytics: true, marketing: false });
  expect(told()).toEqual(Array.from({ length: 50 }, (_, at) => `/${at + 11}`));
  track(view("/after"));
  expect(told().at(-1)).toBe("/after");
});

test("without leave they are dropped, those that waited too", async () => {
  const { track, answerConsent } = await visit();
  track(view("/"));
  answerConsent({ analytics: false, marketing: true });
  track(view("/menu"));
  answerConsent({ analytics: true, marketing: true });
  expect(told()).toEqual([]);
});

test("whatever is answered in whatever order: what was told is of the time of the last leave, and no key is kept without its leave", async () => {
  const step = oneof(
    record({ analytics: boolean(), marketing: boolean() }),
    constantFrom("view" as const, "buy" as const, "land" as const),
  );
  await assert(
    asyncProperty(array(step, { maxLength: 14 }), async (steps) => {
      forget();
      const { track, answerConsent, readLanding, consent } = await visit();
      let count = 0;
      for (const one of steps) {
        count += 1;
        if (typeof one === "object") answerConsent(one);
        if (one === "view") track(view(`/${count}`));
        if (one === "buy") track(bought(String(count)));
        if (one === "land") readLanding("?utm_source=kirje&gclid=abc");
        await settled();
        const given = consent();
        const may = new Set([
          ...(given ? [CONSENT_KEY] : []),
          ...(given?.analytics ? ["ovelle.purchases"] : []),
          ...(given?.marketing ? ["ovelle.attribution"] : []),
        ]);
        expect(Object.keys(localStorage).filter((key) => !may.has(key))).toEqual([]);
        expect(given?.analytics ? [] : told()).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

// spec: AN-03, CK-10
test("an order is bought once: again, after a reload, and in a second tab it is not told", async () => {
  const { track, answerConsent } = await visit();
  answerConsent({ analytics: true, marketing: false });
  track(bought("10001"));
  track(bought("10001"));
  await settled();
  expect(told()).toEqual(["purchase"]);
  delete window.dataLayer;
  const again = await visit();
  again.track(bought("10001"));
  again.track(bought("10002"));
  await settled();
  expect(window.dataLayer).toEqual([expect.objectContaining({ orderId: "10002", value: 12.5 })]);
});

test("what is taken back goes: the data layer, who was told, where one came from", async () => {
  const { track, answerConsent, readLanding, analyticsData } = await visit();
  answerConsent({ analytics: true, marketing: true });
  readLanding("?utm_source=kirje");
  track(bought("10001"));
  await settled();
  expect(Object.keys(localStorage).toSorted()).toEqual([
    "ovelle.attribution",
    CONSENT_KEY,
    "ovelle.purchases",
  ]);
  localStorage.setItem("ovelle.visitor", "5f0c");
  answerConsent({ analytics: false, marketing: false });
  expect(window.dataLayer).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([CONSENT_KEY]);
  expect(analyticsData()).toBeNull();
});

test("an answer to another question, or what is none, is no answer", async () => {
  for (const text of [
    "{",
    "null",
    '{"version":2,"analytics":true,"marketing":true,"at":"x"}',
    '{"version":1}',
  ]) {
    localStorage.setItem(CONSENT_KEY, text);
    const { consent } = await visit();
    expect(consent()).toBeNull();
  }
});

test("another tab's answer counts here at once", async () => {
  const { track, consent } = await visit();
  track(view("/here"));
  const given = { version: 1, analytics: true, marketing: false, at: "2026-11-29T12:00:00.000Z" };
  localStorage.setItem(CONSENT_KEY, JSON.stringify(given));
  window.dispatchEvent(new StorageEvent("storage", { key: CONSENT_KEY }));
  expect(consent()).toEqual(given);
  expect(told().filter((path) => path === "/here")).toEqual(["/here"]);
});
