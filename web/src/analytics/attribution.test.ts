// @vitest-environment jsdom
import { array, assert, constantFrom, oneof, property, string, tuple } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

async function visit() {
  vi.resetModules();
  const [consent, attribution] = await Promise.all([import("./consent"), import("./attribution")]);
  return { ...consent, ...attribution };
}

const BOTH = { analytics: true, marketing: true };
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

// spec: CK-35, AN-06
test("campaign and click ids of the landing go with an order, with the leave that they were kept by", async () => {
  const { readLanding, answerConsent, analyticsData } = await visit();
  readLanding(
    "?utm_source=kirje&utm_campaign=marras&gclid=G1&fbclid=F1&msclkid=M1&orderKey=salainen&name=Aino",
  );
  expect(analyticsData()).toBeNull();
  expect(localStorage).toHaveLength(0);
  answerConsent(BOTH);
  expect(analyticsData()).toEqual({
    utm_source: "kirje",
    utm_campaign: "marras",
    gclid: "G1",
    fbclid: "F1",
    msclkid: "M1",
    consent: { version: 1, at: "2026-11-29T12:00:00.000Z", marketing: true },
  });
});

test("it is known on the next visit for thirty days, and a newer landing takes its place", async () => {
  const first = await visit();
  first.answerConsent(BOTH);
  first.readLanding("?utm_source=kirje");
  vi.setSystemTime(Date.now() + 29 * DAY_MS);
  expect((await visit()).analyticsData()).toMatchObject({ utm_source: "kirje" });
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  const late = await visit();
  expect(late.analyticsData()).toBeNull();
  late.readLanding("?gclid=uusi");
  expect(late.analyticsData()).toMatchObject({ gclid: "uusi" });
  expect(late.analyticsData()).not.toHaveProperty("utm_source");
});

test("for marketing alone: leave to count does not send it", async () => {
  const { readLanding, answerConsent, analyticsData } = await visit();
  answerConsent({ analytics: true, marketing: false });
  readLanding("?utm_source=kirje");
  expect(analyticsData()).toBeNull();
  expect(localStorage.getItem("ovelle.attribution")).toBeNull();
});

test("whatever an address brings along, what is sent is of the names that may be, and 4 KiB at most", async () => {
  const { readLanding, answerConsent, analyticsData } = await visit();
  answerConsent(BOTH);
  const name = oneof(
    constantFrom("utm_source", "utm_medium", "utm_id", "gclid", "fbclid", "email", "orderKey", "consent"),
    string(),
  );
  const value = string({ maxLength: 400, unit: "grapheme" });
  assert(
    property(array(tuple(name, value), { maxLength: 30 }), (pairs) => {
      readLanding(`?${new URLSearchParams(pairs).toString()}`);
      const data = analyticsData();
      if (data === null) return;
      const { consent, ...rest } = data;
      expect(consent.marketing).toBe(true);
      for (const key of Object.keys(rest)) expect(key).toMatch(/^(utm_[a-z_]+|gclid|fbclid|msclkid)$/);
      expect(new TextEncoder().encode(JSON.stringify(data)).length).toBeLessThanOrEqual(4096);
    }),
  );
});
