// @vitest-environment node
import { expect, test } from "vitest";
import { aBenefit, aMember, aSpin } from "../../../shop/loyalty/testing/member";
import { firstState, isCelebrated, sealOf, type SpinEvent, type SpinState, stepSpin } from "./spinMachine";

const before = { commitment: "0f", clientSeed: "pizza" };
const pressed: SpinEvent = { type: "pressed", before };
const answered = (parts: Parameters<typeof aSpin>[0] = {}, isCalm = false): SpinEvent => ({
  type: "answered",
  answer: aSpin(parts),
  isCalm,
});
const after = (...events: SpinEvent[]) => events.reduce(stepSpin, firstState(aMember(), 1));

// spec: WH-06
test("it stops once it has turned and the answer is there, whichever comes first", () => {
  expect(after(pressed).at).toBe("turning");
  expect(after(pressed, answered()).at).toBe("turning");
  expect(after(pressed, { type: "turned" }).at).toBe("turning");
  const ways = [
    after(pressed, answered(), { type: "turned" }),
    after(pressed, { type: "turned" }, answered()),
  ];
  expect(ways.map(({ at }) => at)).toEqual(["stopping", "stopping"]);
  expect(ways[0]).toEqual(ways[1]);
});

// spec: WH-06
test.each([5, 40, 145, 207, 342, 355])(
  "at %i degrees it stops after three whole turns and the rest of one",
  (angle) => {
    const state = after(pressed, answered({ angle }), { type: "turned" });
    if (state.at !== "stopping") throw new Error(state.at);
    const way = state.to - state.turn;
    expect(way).toBeGreaterThanOrEqual(3 * 360);
    expect(way).toBeLessThan(4 * 360);
    // Turned by so much, the angle is at the top.
    expect((((state.to + angle) % 360) + 360) % 360).toBe(0);
    expect(state.won.segment).toBe(Math.floor(angle / 45));
    expect(stepSpin(state, { type: "stopped" })).toMatchObject({
      at: "over",
      won: { segment: state.won.segment },
    });
  },
);

test("where nothing is to move, the result is there with the answer", () => {
  expect(after(pressed, answered({ angle: 145 }, true))).toMatchObject({
    at: "over",
    turn: 215,
    won: { segment: 3, prize: { type: "freeIceCream" }, proof: { before } },
  });
});

// spec: WH-08
test("it goes on from where it stopped while there are spins, and is as it was found without", () => {
  const over = (spinsLeft: number) =>
    after(pressed, answered({ angle: 145, spinsLeft }), { type: "turned" }, { type: "stopped" });
  const closed = (state: SpinState) => stepSpin(state, { type: "closed" });
  expect(closed(over(1))).toEqual({ at: "rest", turn: 215 });
  expect(closed(over(0))).toEqual(firstState(aMember(), 1));
});

test("a press while it turns is no spin, and what comes too late changes nothing", () => {
  const turning = after(pressed);
  expect(stepSpin(turning, pressed)).toBe(turning);
  const failed = stepSpin(turning, { type: "failed" });
  expect(failed).toEqual(firstState(aMember(), 1));
  expect(stepSpin(failed, answered())).toBe(failed);
  expect(stepSpin(failed, { type: "turned" })).toBe(failed);
});

test("a prize that was not shown yet is there from the start", () => {
  const lastPrize = { spinId: "6", type: "giftCard5", benefit: aBenefit({ type: "giftCard5" }) };
  const state = firstState(aMember({ showPrizeModal: true, lastPrize }), 1);
  expect(state).toMatchObject({ at: "over", won: { segment: 6, prize: lastPrize, proof: null } });
  expect(firstState(aMember({ showPrizeModal: false, lastPrize }), 1)).toMatchObject({ at: "rest" });
});

// spec: WH-09
test("every win is celebrated but a miss and another go", () => {
  expect(["empty", "newSpin"].filter(isCelebrated)).toEqual([]);
  expect(["freeDip", "giftCard1", "spinsCampaign"].filter(isCelebrated)).toHaveLength(3);
});

test("what seals the next spin is known from the last one until the card is read anew", () => {
  const last = aSpin({ commitment: "0f", nextCommitment: "1e" });
  expect(sealOf({ commitment: "0f" }, null)).toBe("0f");
  expect(sealOf({ commitment: "0f" }, last)).toBe("1e");
  // Another device has spun meanwhile.
  expect(sealOf({ commitment: "2d" }, last)).toBe("2d");
});
