import { expect, test } from "vitest";
import { conditionsOf } from "./conditions";

const ALWAYS = {
  campaignTimeOfDayConditions: [],
  isActiveDuringLunch: true,
  requireLogin: false,
  start: null,
  end: null,
};

test.each([
  ["nothing, where it is always to be had", {}, []],
  [
    "the days and times of a lunch",
    { campaignTimeOfDayConditions: [{ daysOfWeek: 31, startTime: "10:30", endTime: "14:00" }] },
    ["Voimassa ma–pe 10.30–14.00."],
  ],
  [
    "a night that ends on the next day, and not at lunch",
    {
      campaignTimeOfDayConditions: [{ daysOfWeek: 48, startTime: "21:00", endTime: "04:00" }],
      isActiveDuringLunch: false,
    },
    ["Voimassa pe–la 21.00–4.00.", "Ei voimassa arkisin kello\u00a08–14."],
  ],
  [
    "days apart, and times of each day",
    {
      campaignTimeOfDayConditions: [
        { daysOfWeek: 5, startTime: "08:00", endTime: "10:00" },
        { daysOfWeek: 127, startTime: "22:00", endTime: "24:00" },
      ],
    },
    ["Voimassa ma, ke 8.00–10.00, 22.00–24.00."],
  ],
  [
    "from when to when, and for whom",
    { start: "2026-01-01T00:00:00Z", end: "2030-12-31T21:00:00Z", requireLogin: true },
    ["Voimassa 1.1.2026–31.12.2030.", "Kotijoukkojen jäsenille."],
  ],
  ["an end alone", { end: "2026-12-24T10:00:00Z" }, ["Voimassa 24.12.2026 asti."]],
  ["a beginning alone", { start: "2026-12-01T10:00:00Z" }, ["Voimassa 1.12.2026 alkaen."]],
])("a combo's conditions say %s", (_, change, said) => {
  expect(conditionsOf({ ...ALWAYS, ...change })).toEqual(said);
});
