// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { OrderTracking } from "../api/wire";
import { stagesOf, windowsSkipped } from "./course";
import { stageOf } from "./rules";
import { anOrderAt, of } from "./testing/orders";

describe("the timeline", () => {
  const rows = (order: OrderTracking) =>
    stagesOf(order).map(
      ({ name, standing, at: when }) => `${name} ${standing}${when === null ? "" : ` ${when.slice(14, 16)}`}`,
    );

  test("has what was reported with its time, and what is ahead with none", () => {
    expect(rows(anOrderAt([0, 1, 2]))).toEqual([
      "received done 00",
      "accepted done 01",
      "inMaking now 02",
      "inOven ahead",
      "finished ahead",
      "inDelivery ahead",
      "delivered ahead",
    ]);
    expect(rows(of("pickup", anOrderAt([0, 3])))).toEqual([
      "received done 00",
      "accepted skipped",
      "inMaking skipped",
      "inOven now 01",
      "finished ahead",
    ]);
  });

  test("joins the steps to the car, and tells of a second try", () => {
    expect(rows(anOrderAt([0, 4, 5, 6, 7, 8, 9, 8]))).toEqual([
      "received done 00",
      "accepted skipped",
      "inMaking skipped",
      "inOven skipped",
      "finished done 01",
      "waitingForDelivery done 02",
      "inDelivery done 05",
      "deliveryFailed done 06",
      "inDelivery now 07",
      "delivered ahead",
    ]);
    expect(rows(anOrderAt([0, 8, 9])).slice(-2)).toEqual(["deliveryFailed now 02", "delivered ahead"]);
    expect(rows(anOrderAt([0, 4, 5])).slice(-3)).toEqual([
      "waitingForDelivery now 02",
      "inDelivery ahead",
      "delivered ahead",
    ]);
  });

  test("says of what a batch put on a fresh order passed over that it was passed over", () => {
    expect(rows(anOrderAt([0, 5, 6]))).toEqual([
      "received done 00",
      "accepted skipped",
      "inMaking skipped",
      "inOven skipped",
      "finished skipped",
      "waitingForDelivery now 01",
      "inDelivery ahead",
      "delivered ahead",
    ]);
    // What a delivery without its drive passed over, too; of a cancelled order nothing was passed over.
    expect(rows(anOrderAt([0, 1, 2, 3, 4, 11])).slice(-2)).toEqual([
      "inDelivery skipped",
      "delivered done 05",
    ]);
    expect(rows(anOrderAt([0, 13]))).toEqual(["received done 00", "cancelled done 01"]);
  });

  test("takes back what an undo takes back, and keeps the first time of what stands", () => {
    expect(rows(anOrderAt([0, 1, 2, 3, 4, 3])).slice(3)).toEqual([
      "inOven now 03",
      "finished ahead",
      "inDelivery ahead",
      "delivered ahead",
    ]);
    expect(rows(anOrderAt([0, 1, 2, 3, 4, 3, 2, 1])).slice(0, 3)).toEqual([
      "received done 00",
      "accepted now 01",
      "inMaking ahead",
    ]);
    // Undone to what had been passed over, and done again.
    expect(rows(anOrderAt([0, 1, 4, 3, 4])).slice(1, 5)).toEqual([
      "accepted done 01",
      "inMaking skipped",
      "inOven done 03",
      "finished now 04",
    ]);
  });

  test("ends where the order ended", () => {
    expect(rows(anOrderAt([0, 2, 13])).at(-1)).toBe("cancelled done 02");
    expect(rows(anOrderAt([0, 8, 11, 12])).at(-1)).toBe("delivered done 02");
    expect(stageOf(12)).toBeNull();
  });

  test("keeps who said it, and the notes", () => {
    const order = anOrderAt([0, 5, 6]);
    for (const entry of order.statusHistory.slice(1)) entry.note = `note ${entry.seq}`;
    expect(stagesOf(order)[5]).toMatchObject({ source: "kitchen", notes: ["note 1", "note 2"] });
  });
});

describe("the windows", () => {
  test("of what was passed over are known", () => {
    expect(windowsSkipped(anOrderAt([0, 1, 2, 3, 4, 5, 6, 8, 11]))).toEqual([]);
    expect(windowsSkipped(anOrderAt([0, 5, 6]))).toEqual([1, 2, 3, 4]);
    expect(windowsSkipped(of("pickup", anOrderAt([0, 1, 3, 4])))).toEqual([1]);
    expect(windowsSkipped(anOrderAt([0, 1, 2, 3, 2]))).toEqual([2, 3, 4]);
  });
});
