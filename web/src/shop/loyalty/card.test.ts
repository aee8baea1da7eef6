// @vitest-environment node
import { expect, test } from "vitest";
import { daysLeft, nextSpinOf, spaced, spinsAt } from "./card";
import { aMember, aRow } from "./testing/member";

const NOW = Date.parse("2026-11-24T12:00:00Z");

// spec: WH-04
test("spins are one's own and those of campaigns that run", () => {
  const campaign = (spins: number, from: string, until: string) => ({
    name: "Viikonloppu",
    spins,
    startDateTime: from,
    endDateTime: until,
  });
  const spinCampaigns = [
    campaign(2, "2026-11-24T12:00:00Z", "2026-11-25T00:00:00Z"),
    campaign(4, "2026-11-23T00:00:00Z", "2026-11-24T12:00:00Z"),
    campaign(8, "2026-11-25T00:00:00Z", "2026-11-26T00:00:00Z"),
  ];
  expect(spinsAt(aMember({ spins: 1, spinCampaigns }), NOW)).toBe(3);
  // A debt is not shown.
  expect(spinsAt(aMember({ spins: -1, spinCampaigns }), NOW)).toBe(2);
});

// spec: LO-10, LO-13, WH-10
test.each([
  [0, "second"],
  [1, "second"],
  [2, "sixth"],
  [5, "sixth"],
  [6, "tenth"],
  [8, "tenth"],
] as const)("at %i slices the next spin comes with the %s", (slices, next) => {
  expect(nextSpinOf({ slices, ledger: [] })).toBe(next);
});

test("right after a pizza the next slice brings a spin, until the card begins anew", () => {
  const pizza = aRow({ type: "slices_converted", slices_added: -9, reason: "slices" });
  const expired = aRow({ type: "slices_add", slices_added: -3, reason: "expired" });
  expect(nextSpinOf({ slices: 0, ledger: [pizza] })).toBe("next");
  expect(nextSpinOf({ slices: 1, ledger: [pizza] })).toBe("second");
  expect(nextSpinOf({ slices: 0, ledger: [expired, pizza] })).toBe("second");
});

test("a code says how many days are left once they are fewer than a week", () => {
  const left = (valid_until: string) => daysLeft({ valid_until }, NOW);
  expect(left("2026-12-24T21:59:59Z")).toBeNull();
  expect(left("2026-12-01T12:00:00Z")).toBeNull();
  expect(left("2026-11-27T11:00:00Z")).toBe(3);
  expect(left("2026-11-24T21:59:59Z")).toBe(1);
  expect(left("2026-11-24T11:00:00Z")).toBe(0);
});

test("a personal code is read in groups, a word is left whole", () => {
  expect(spaced("k7f3m9xq2vt0h")).toBe("k7f3 m9xq 2vt0h");
  expect(spaced("dippi3")).toBe("dippi3");
});
