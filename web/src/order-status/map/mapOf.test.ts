import { describe, expect, test } from "vitest";
import type { CarPosition, OrderTracking } from "../../api/wire";
import { anOrder, anOrderAt, at, EPOCH, of } from "../../live/testing/orders";
import { heroOf } from "../hero/heroOf";
import { mapOf } from "./mapOf";
import { ageText, carInWords, distanceOf } from "./words";

const ROAD: [number, ...number[]] = [0, 1, 2, 3, 4, 5, 6, 8];
const CAR: CarPosition = {
  lat: 60.19,
  lng: 24.956,
  headingDeg: 90,
  speedKmh: 30,
  at: at(10),
  stopsBefore: 0,
};

/** The map of an order, so many seconds after its car was seen. */
function shown(order: OrderTracking, car: CarPosition | null = CAR, seconds = 6) {
  const now = EPOCH + 10 * 60_000 + seconds * 1_000;
  return mapOf({ ...order, car }, heroOf(order, now), now);
}
const next = anOrderAt(ROAD, { stopsBefore: 0 });
const later = anOrderAt(ROAD, { stopsBefore: 2 });

describe("the map of an order", () => {
  test("has the customer's door and, while the order is being delivered, the car", () => {
    expect(shown(next)).toMatchObject({
      home: next.customer.coordinates,
      restaurant: next.restaurant.coordinates,
      car: { position: CAR, isStale: false },
      sight: "fresh",
    });
  });

  test.each([
    ["has just been received", anOrder()],
    ["is in the oven", anOrderAt([0, 1, 2, 3])],
    ["waits for its car", anOrderAt([0, 1, 2, 3, 4])],
    ["is there", anOrderAt([...ROAD, 11])],
    ["never came", anOrderAt([...ROAD, 9, 10])],
    ["was cancelled", anOrderAt([0, 13])],
    ["is fetched", of("pickup", anOrderAt([0, 4]))],
    ["is eaten in", of("eatin", anOrderAt([0, 4]))],
    ["is a preorder", anOrder({ preOrderTime: at(600) })],
    ["goes where nobody could find", { ...next, customer: { ...next.customer, coordinates: null } }],
  ])("is not there while it %s", (_, order) => expect(shown(order)).toBeNull());

  test("is a solid line only for who is next", () => {
    expect(shown(next)?.route).toBe("solid");
    expect(shown(later)?.route).toBe("dots");
    expect(shown(anOrderAt(ROAD))?.route).toBe("dots");
  });

  test("before the departure has no car, and the way in dots", () => {
    expect(shown(anOrderAt([0, 4, 5, 6], { stopsBefore: 0 }))).toMatchObject({
      car: null,
      sight: "waiting",
      route: "dots",
    });
  });

  test("of a delivery that failed for now stays, without a car and without a way", () => {
    expect(shown(anOrderAt([...ROAD, 9], { stopsBefore: 0 }))).toMatchObject({
      car: null,
      sight: "astray",
      route: "none",
    });
  });

  test.each([
    [29.9, "fresh", "solid"],
    [30, "stale", "solid"],
    [119.9, "stale", "solid"],
    [120, "unseen", "none"],
  ])("%d s after the car was seen says that it is %s", (seconds, sight, route) => {
    expect(shown(next, CAR, seconds)).toMatchObject({ sight, route });
    expect(shown(next, CAR, seconds)?.car === null).toBe(sight === "unseen");
  });

  test("knows of a car at another customer's door, however old its position, while it may be shown", () => {
    const there = { ...CAR, atAnotherStop: true };
    expect(shown(later, there, 6)?.sight).toBe("elsewhere");
    expect(shown(later, there, 90)).toMatchObject({
      sight: "elsewhere",
      car: { isStale: true },
      route: "dots",
    });
    expect(shown(later, there, 120)?.sight).toBe("unseen");
    expect(shown(next, there, 6)?.sight).toBe("fresh");
  });
});

describe("the map in words", () => {
  const say = (...what: Parameters<typeof shown>) => {
    const view = shown(...what);
    return view && carInWords(view);
  };
  const north = (metres: number): CarPosition => ({ ...CAR, lat: 60.188 + metres / 111_195 });

  test.each([
    [0, "alle 100 metrin"],
    [99, "alle 100 metrin"],
    [101, "100 metrin"],
    [940, "900 metrin"],
    [1_940, "1900 metrin"],
    [1_960, "2 kilometrin"],
    [2_600, "2,5 kilometrin"],
    [10_100, "10 kilometrin"],
  ])("at %i metres has %j", (metres, words) => {
    const view = shown(next, north(metres));
    expect(view && distanceOf(view)).toBe(words);
  });

  test("says how far the car is and how many come before", () => {
    expect(say(later, north(910))).toBe("Auto on 900 metrin päässä, 2 toimitusta ennen sinua.");
    expect(say(next, north(910))).toBe("Auto on 900 metrin päässä, olet seuraava.");
    expect(say(anOrderAt(ROAD), north(910))).toBe("Auto on 900 metrin päässä.");
    expect(say(later, { ...CAR, atAnotherStop: true })).toBe(
      "Auto on toisen asiakkaan luona, 2 toimitusta ennen sinua.",
    );
  });

  test("says when the position is old, and when there is none", () => {
    expect(say(next, CAR, 30)).toBe(
      "Auton sijainti on hetken vanha. Arvioimme ajan reitin mukaan, kunnes uusi tulee.",
    );
    expect(say(next, null)).toBe("Auton sijaintia ei juuri nyt näy. Pizza on silti matkalla.");
  });

  test("has nothing to say before the car leaves", () => expect(say(anOrderAt([0, 4, 5, 6]))).toBeNull());

  test.each([
    [0, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min 0 s"],
    [95_400, "1 min 35 s"],
  ])("says an age of %i ms as %j", (ms, words) => expect(ageText(ms).replaceAll("\u00a0", " ")).toBe(words));
});
