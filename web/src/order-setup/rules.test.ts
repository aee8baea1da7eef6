import { expect, test, vi } from "vitest";
import type { SelectorStatus, Shop } from "../api/wire";
import { dayName } from "../lib/helsinki";
import { restaurantPath, restaurantSlug } from "../lib/restaurantSlug";
import { distanceText } from "./distance";
import { deliveryHintsOf } from "./hints";
import { isSomeHouseOpen, offeredTypes, typeToPreorder } from "./offered";
import { chosenTime, clockIn, quarterIn, sameClock } from "./preorder";
import { untilNextChange } from "./untilNextChange";

// spec: OS-16, OS-17, OS-18
test.each([
  [0, "alle 500\u00a0m päässä"],
  [0.49, "alle 500\u00a0m päässä"],
  [0.5, "n.\u00a0500\u00a0m päässä"],
  [0.81, "n.\u00a0900\u00a0m päässä"],
  [0.9, "n.\u00a0900\u00a0m päässä"],
  [0.905, "n.\u00a01000\u00a0m päässä"],
  [0.99, "n.\u00a01000\u00a0m päässä"],
  [1, "1\u00a0km"],
  [1.1, "1,1\u00a0km"],
  [2.21, "2,3\u00a0km"],
  [2.3, "2,3\u00a0km"],
  [604.11, "604,2\u00a0km"],
])("%d km off is „%s”", (kilometres, words) => {
  expect(distanceText(kilometres)).toBe(words);
});

type Statuses = Record<
  "openForDeliveryStatus" | "openForPickupStatus" | "openForEatinStatus",
  SelectorStatus
>;

function shops(...all: Partial<Statuses & Pick<Shop, "physicalRestaurantStatus">>[]): Shop[] {
  const shut = {
    openForDeliveryStatus: "Closed",
    openForPickupStatus: "Closed",
    openForEatinStatus: "Closed",
  };
  return all.map((one) => ({ ...shut, physicalRestaurantStatus: "Closed", ...one }) as Shop);
}

// spec: OS-30
test("only types that some restaurant takes now are offered; for a preorder all of them", () => {
  const evening = shops({ openForPickupStatus: "Open" }, { openForEatinStatus: "Open" });
  expect(offeredTypes(evening, false)).toEqual(["pickup", "eatin"]);
  expect(offeredTypes(evening, true)).toEqual(["delivery", "pickup", "eatin"]);
  expect(offeredTypes(null, false)).toEqual(["delivery", "pickup", "eatin"]);
});

// spec: OS-32
test("where none is taken, a preorder begins with delivery", () => {
  const night = shops({ physicalRestaurantStatus: "Open" }, {});
  expect(offeredTypes(night, false)).toEqual([]);
  expect(isSomeHouseOpen(night)).toBe(true);
  expect(isSomeHouseOpen(shops({}))).toBe(false);
  expect(typeToPreorder(night)).toBe("delivery");
  expect(typeToPreorder(shops({ openForDeliveryStatus: "Open" }))).toBe("pickup");
});

const DAYS = [
  { date: "2026-11-25", times: ["2026-11-25 20:00", "2026-11-25 20:15"] },
  { date: "2026-11-26", times: ["2026-11-26 11:00"] },
];

// spec: OS-36
test("a time stays while it is offered, else the first that is takes its place", () => {
  expect(chosenTime("2026-11-26 11:00", DAYS)).toEqual({ time: "2026-11-26 11:00", lost: null });
  expect(chosenTime("2026-11-25 19:45", DAYS)).toEqual({
    time: "2026-11-25 20:00",
    lost: { time: "2026-11-25 19:45", isPast: true },
  });
  expect(chosenTime("2026-11-26 10:00", DAYS)).toEqual({
    time: "2026-11-25 20:00",
    lost: { time: "2026-11-26 10:00", isPast: false },
  });
  expect(chosenTime(null, DAYS)).toEqual({ time: "2026-11-25 20:00", lost: null });
});

test("while the times are not known, the chosen one stands; where there are none, none does", () => {
  expect(chosenTime("2026-11-25 19:45", null)).toEqual({ time: "2026-11-25 19:45", lost: null });
  expect(chosenTime(null, [])).toEqual({ time: null, lost: null });
});

test("days and times are written as one says them", () => {
  const now = Date.parse("2026-11-24T20:00:00Z");
  expect(dayName("2026-11-24", now)).toBe("Tänään");
  expect(dayName("2026-11-25", now)).toBe("Huomenna");
  expect(dayName("2026-11-26", now)).toBe("to\u00a026.11.");
  expect(clockIn("2026-11-25 09:45")).toBe("9.45");
  expect(clockIn("2026-11-25 19:45")).toBe("19.45");
});

// spec: RS-23
test.each([
  ["Ovelle Kallio", "ovelle-kallio"],
  ["Ovelle Turku (Kauppatori)", "ovelle-turku-kauppatori"],
  ["A_B|C, D: E", "a-b-c-d-e"],
])("%s stands in an address as %s", (name, slug) => {
  expect(restaurantSlug(name)).toBe(slug);
});

test("a path has small letters without accents, as the server has it", () => {
  expect(restaurantPath("Ovelle Töölö")).toBe("/ravintolat/ovelle-toolo");
});

// spec: RS-20
test.each([
  ["12:00:00.000", 300_500],
  ["12:01:00.000", 240_500],
  ["12:04:59.999", 501],
])(
  "at %s everything is asked again in %i ms: half a second after the next full five minutes",
  (clock, ms) => {
    vi.useFakeTimers({ now: Date.parse(`2026-11-27T${clock}Z`), toFake: ["Date"] });
    const wait = untilNextChange();
    vi.useRealTimers();
    expect(wait).toBe(ms);
  },
);

test("another day keeps the clock where it has it, else takes the next, else its last", () => {
  const times = ["2026-11-27 10:30", "2026-11-27 18:00", "2026-11-27 18:15"];
  expect(sameClock("2026-11-26 18:00", times)).toBe("2026-11-27 18:00");
  expect(sameClock("2026-11-26 11:45", times)).toBe("2026-11-27 18:00");
  expect(sameClock("2026-11-26 23:45", times)).toBe("2026-11-27 18:15");
  expect(sameClock("2026-11-26 18:00", [])).toBeNull();
  expect(times.map(quarterIn)).toEqual([2, 0, 1]);
});

test.each([
  ["a title alone", { title: "Ilmaiseksi" }, { title: "Ilmaiseksi", text: "", link: null }],
  ["words alone", { description: "Yli 25 eurolla." }, { title: "", text: "Yli 25 eurolla.", link: null }],
  [
    "words that lead on",
    { title: "Ilmaiseksi", link: { url: "/menu" }, link_label: "Katso" },
    { title: "Ilmaiseksi", text: "", link: { url: "/menu", label: "Katso" } },
  ],
  [
    "a link without words, which is none",
    { title: "Ilmaiseksi", link: { url: "/menu" } },
    { title: "Ilmaiseksi", text: "", link: null },
  ],
  ["a link alone, of which nothing is said", { link: { url: "/menu" }, link_label: "Katso" }, null],
])("the editors say of free delivery %s", (_, story, freeDelivery) => {
  expect(deliveryHintsOf(story)).toEqual({ freeDelivery, preorderFee: null, priceColor: null });
});

test("fees have a colour of the editors' only where it is one of ours", () => {
  const colors = ["basilika", "tomaatti", "hetki", "pinkki"];
  expect(colors.map((price_color) => deliveryHintsOf({ price_color }).priceColor)).toEqual([
    "var(--basilika)",
    "var(--tomaatti-teksti)",
    "var(--hetki-teksti)",
    null,
  ]);
});
