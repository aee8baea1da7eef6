import { describe, expect, test } from "vitest";
import type { CarPosition, Estimate, EstimateFrame, PositionFrame } from "../../../api/wire";
import { beginAnew, hasForgotten, type News, reduce, skips, withFeedback } from "./reducer";
import type { OrderState } from "./state";
import { anOrder, anOrderAt, aSnapshot, aStatus, at } from "../../testing/orders";

const CAR: CarPosition = { lat: 60.18, lng: 24.95, headingDeg: 80, speedKmh: 30, at: at(10), stopsBefore: 0 };
const ESTIMATE: Estimate = { at: at(1), minutes: 12, from: 10, to: 15, basis: "batch" };

function after(...news: News[]): OrderState {
  const state = news.reduce<OrderState | null>(reduce, null);
  if (!state) throw new Error("no state yet");
  return state;
}

function estimateAt(rev: number, estimate: Estimate | null = ESTIMATE): EstimateFrame {
  return { type: "estimate", orderId: "10234", rev, estimate, stopsBefore: 1 };
}

function positionAt(minutes: number): PositionFrame {
  return { type: "position", orderId: "10234", ...CAR, at: at(minutes) };
}

describe("a car at another customer's door", () => {
  const withheld = { ...CAR, atAnotherStop: true };
  const onTheWay = aSnapshot(anOrderAt([0, 4, 8], { stopsBefore: 1 }), CAR);

  test("is known from an answer of the same position, and from a snapshot", () => {
    const heard = after(onTheWay, { type: "car", car: withheld, known: CAR.at });
    expect(heard.car).toEqual(withheld);
    expect(after(onTheWay, aSnapshot(anOrderAt([0, 4, 8], { rev: 9 }), withheld)).car).toEqual(withheld);
  });

  test("is not forgotten when the line says the same position again", () => {
    const heard = after(onTheWay, { type: "car", car: withheld, known: CAR.at }, positionAt(10));
    expect(heard.car).toEqual(withheld);
  });

  test("has left with the next position, and with an answer that says so", () => {
    const there = { type: "car", car: withheld, known: CAR.at } as const;
    expect(after(onTheWay, there, positionAt(11)).car).toEqual({ ...CAR, at: at(11) });
    expect(after(onTheWay, there, { ...there, car: CAR }).car).toEqual(CAR);
  });

  test("is not known from an answer that is older than what the line said", () => {
    const heard = after(onTheWay, positionAt(11), { type: "car", car: withheld, known: CAR.at });
    expect(heard.car).toEqual({ ...CAR, at: at(11) });
  });
});

describe("statuses", () => {
  test("join the history once, in order, with what came along", () => {
    const state = after(
      aSnapshot(anOrder()),
      aStatus(1, 1),
      aStatus(1, 1),
      aStatus(2, 5, { note: "Ovikoodi puuttuu", stopsBefore: 2, estimate: ESTIMATE }),
      aStatus(1, 1),
    );
    expect(state.statusHistory.map(({ seq, status }) => [seq, status])).toEqual([
      [0, 0],
      [1, 1],
      [2, 5],
    ]);
    expect(state.statusHistory[2]?.note).toBe("Ovikoodi puuttuu");
    expect(state).toMatchObject({ seq: 2, rev: 2, stopsBefore: 2, estimate: ESTIMATE });
    expect(state.orderInfo).toMatchObject({ status: 5, estimatedMinutesRemaining: 12 });
  });

  test("never leave a gap", () => {
    const state = after(aSnapshot(anOrder()));
    expect(skips(state, aStatus(2, 2))).toBe(true);
    expect(reduce(state, aStatus(2, 2))).toBe(state);
    expect(skips(state, aStatus(1, 1))).toBe(false);
    expect(skips(state, aStatus(0, 0))).toBe(false);
  });

  test("with a newer seq and an older rev come from another history", () => {
    expect(skips(after(aSnapshot(anOrder({ rev: 7 }))), aStatus(1, 1))).toBe(true);
  });

  test("that were missed may all carry the present rev", () => {
    const state = after(aSnapshot(anOrder()), aStatus(1, 1, { rev: 9 }), aStatus(2, 2, { rev: 9 }));
    expect(state).toMatchObject({ seq: 2, rev: 9 });
  });

  test("that go back in the kitchen are taken by their seq, by line and by poll", () => {
    const made = aSnapshot(anOrderAt([0, 1, 2, 3, 4]));
    const undone = after(made, aStatus(5, 3), aStatus(6, 2), aStatus(7, 1));
    expect(undone).toMatchObject({ seq: 7, orderInfo: { status: 1 } });
    expect(undone.statusHistory.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4, 3, 2, 1]);
    expect(after(made, { type: "poll", order: anOrderAt([0, 1, 2, 3, 4, 3]) }).orderInfo.status).toBe(3);
  });

  test("before anything else are not enough to show", () => {
    expect(reduce(null, aStatus(1, 1))).toBeNull();
  });
});

describe("snapshots and polls", () => {
  test("of an older or the same version change nothing, not even the object", () => {
    const state = after(aSnapshot(anOrderAt([0, 1, 2])), estimateAt(5));
    expect(reduce(state, { type: "poll", order: anOrderAt([0, 1]) })).toBe(state);
    expect(reduce(state, { type: "poll", order: anOrderAt([0, 1, 2], { rev: 5 }) })).toBe(state);
    expect(reduce(state, aSnapshot(anOrderAt([0, 1, 2], { rev: 4 })))).toBe(state);
  });

  test("of a newer rev, or seq, count", () => {
    const state = after(aSnapshot(anOrderAt([0, 1])));
    expect(
      reduce(state, { type: "poll", order: anOrderAt([0, 1], { rev: 4, stopsBefore: 3 }) })?.stopsBefore,
    ).toBe(3);
    expect(reduce(state, { type: "poll", order: anOrderAt([0, 1, 2, 3]) })?.seq).toBe(3);
  });

  test("of a server that knows less than was known when it was asked are a new beginning, overtaken ones are not", () => {
    expect(hasForgotten({ seq: 3, rev: 9 }, { seq: 5, rev: 8 })).toBe(true);
    expect(hasForgotten({ seq: 5, rev: 7 }, { seq: 5, rev: 8 })).toBe(true);
    expect(hasForgotten({ seq: 5, rev: 8 }, { seq: 5, rev: 8 })).toBe(false);
    expect(hasForgotten({ rev: 8 }, { seq: 5, rev: 8 })).toBe(false);
    expect(hasForgotten({ seq: 0, rev: 0 }, null)).toBe(false);
  });
});

test("estimates count by rev", () => {
  const state = after(aSnapshot(anOrder({ rev: 3 })), estimateAt(5));
  expect(state).toMatchObject({ rev: 5, estimate: ESTIMATE, stopsBefore: 1 });
  expect(reduce(state, estimateAt(5, null))).toBe(state);
  expect(reduce(state, estimateAt(4, null))).toBe(state);
  expect(reduce(state, estimateAt(6, null))).toMatchObject({ rev: 6, estimate: null });
});

describe("positions", () => {
  const onTheWay = anOrderAt([0, 8]);

  test("count by their own time", () => {
    const state = after(aSnapshot(onTheWay, CAR), positionAt(11));
    expect(state.car?.at).toBe(at(11));
    expect(reduce(state, positionAt(11))).toBe(state);
    expect(reduce(state, positionAt(9))).toBe(state);
  });

  test("are shown while being delivered alone", () => {
    const waiting = after(aSnapshot(anOrderAt([0, 7])), positionAt(11));
    expect(waiting.car).toBeNull();
    const delivered = after(aSnapshot(onTheWay, CAR), aStatus(2, 11), positionAt(11));
    expect(delivered.car).toBeNull();
  });

  test("outlive a poll, which does not ask for them, but not a snapshot that has none", () => {
    const state = after(aSnapshot(onTheWay, CAR));
    const newer = { ...onTheWay, rev: 9 };
    expect(reduce(state, { type: "poll", order: newer })?.car).toEqual(CAR);
    expect(reduce(state, aSnapshot(newer))?.car).toBeNull();
    expect(reduce(state, { type: "poll", order: anOrderAt([0, 8, 11]) })?.car).toBeNull();
  });

  test("may be called for: newer ones count, and `none` is said of the one that was known", () => {
    const state = after(aSnapshot(onTheWay, CAR));
    const ask = (car: CarPosition | null, known: string | null) =>
      reduce(state, { type: "car", car, known })?.car?.at;
    expect(ask({ ...CAR, at: at(11) }, CAR.at)).toBe(at(11));
    expect(ask({ ...CAR, at: at(9) }, CAR.at)).toBe(CAR.at);
    expect(ask(null, CAR.at)).toBeUndefined();
    expect(ask(null, at(9))).toBe(CAR.at);
    expect(ask(null, null)).toBe(CAR.at);
    expect(after(aSnapshot(anOrderAt([0, 7])), { type: "car", car: CAR, known: null }).car).toBeNull();
  });

  test("are of no history: a new beginning keeps them where it shows a car", () => {
    const state = after(aSnapshot(anOrderAt([0, 4, 8]), CAR));
    expect(beginAnew(state, onTheWay)).toMatchObject({ seq: 1, car: CAR });
    expect(beginAnew(state, anOrderAt([0, 4])).car).toBeNull();
    expect(beginAnew(null, onTheWay).car).toBeNull();
  });

  test("of a snapshot that was overtaken still count", () => {
    const state = after(aSnapshot({ ...onTheWay, rev: 9 }), aSnapshot(onTheWay, CAR));
    expect(state).toMatchObject({ rev: 9, car: CAR });
  });
});

test("feedback that the server took stays, though an older payload arrives with a newer rev", () => {
  const feedback = { rating: 4, text: null, at: at(30) };
  const state = withFeedback(after(aSnapshot(anOrderAt([0, 11]))), feedback);
  expect(reduce(state, { type: "poll", order: anOrderAt([0, 11], { rev: 5 }) })?.feedback).toEqual(feedback);
  const second = { rating: 1, text: "Kylmää", at: at(40) };
  expect(
    reduce(state, { type: "poll", order: anOrderAt([0, 11], { rev: 6, feedback: second }) })?.feedback,
  ).toEqual(second);
});

test("feedback that another page gave comes with the estimate that has its rev", () => {
  const state = after(aSnapshot(anOrderAt([0, 11])));
  const feedback = { rating: 3, text: null, at: at(30) };
  const told = reduce(state, { ...estimateAt(state.rev + 1), feedback });
  expect(told).toMatchObject({ feedback, rev: state.rev + 1 });
  expect(reduce(told, estimateAt(state.rev + 2))?.feedback, "one that says nothing of it").toEqual(feedback);
});
