// @vitest-environment node
/** The test vectors of docs/spec/people.md, "A draw that anyone can verify". */
import { describe, expect, test } from "vitest";
import type { DrawEntry, SpinAnswer } from "../../../api/loyalty";
import { aSpin } from "../../../shop/loyalty/testing/member";
import { check, commitmentOf, draw } from "./draw";

/** The weights of the built-in wheel, in the order of its data. */
const TABLE: DrawEntry[] = [
  { segment: 0, type: "empty", weight: 2746 },
  { segment: 1, type: "freeDip", weight: 1200 },
  { segment: 2, type: "freeDrink", weight: 800 },
  { segment: 2, type: "freeJaffaLemonade", weight: 200 },
  { segment: 3, type: "freeIceCream", weight: 500 },
  { segment: 4, type: "empty", weight: 2746 },
  { segment: 5, type: "freeCandy", weight: 400 },
  { segment: 6, type: "freeDelivery40", weight: 300 },
  { segment: 6, type: "giftCard1", weight: 80 },
  { segment: 6, type: "giftCard5", weight: 20 },
  { segment: 6, type: "giftCard10", weight: 8 },
  { segment: 7, type: "newSpin", weight: 1000 },
  { segment: 7, type: "spinsCampaign", weight: 0 },
];
const NOUGHTS = "00".repeat(32);
const COUNTED = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join("");
const FULL = "ff".repeat(32);
const RANDOM = "75bd930af7fab78e5188cb386b7a61d7b3408c89a5509ee500e8c7cc0cc659ac";

test.each([
  [NOUGHTS, "66687aad"],
  [COUNTED, "630dcd29"],
  [FULL, "af961376"],
  [RANDOM, "e083a4b1"],
])("the seal of %s begins with %s", async (seed, begin) => {
  const seal = await commitmentOf(seed);
  expect([seal.slice(0, 8), seal.length]).toEqual([begin, 64]);
});

test.each([
  [NOUGHTS, "", 0, 0, "empty", 19],
  [COUNTED, "pizza", 0, 2, "freeDrink", 125],
  [COUNTED, "pizza", 1, 4, "empty", 207],
  [COUNTED, "pizza", 2, 6, "giftCard10", 278],
  [COUNTED, "pizza", 6, 3, "freeIceCream", 145],
  [COUNTED, "pizza", 7, 5, "freeCandy", 258],
  [COUNTED, "pizza", 21, 7, "newSpin", 342],
  [COUNTED, "pizza", 27, 1, "freeDip", 52],
  [FULL, "äyräs 🍕", 41, 2, "freeDrink", 104],
  [RANDOM, "0f3c7a52-8f1e-4f0a-9d6b-2c1f5f0e7a11", 7, 2, "freeDrink", 118],
  [RANDOM, "a:b", 19, 2, "freeDrink", 116],
])("%s with %j and %i draws segment %i, %s, at %i degrees", async (seed, clientSeed, nonce, ...drawn) => {
  const [segment, type, angle] = drawn;
  const found = await draw({ serverSeed: seed, clientSeed, nonce, table: TABLE });
  expect(found).toEqual({ segment, type, angle });
});

test("where there is nothing to draw from, nothing is drawn", async () => {
  expect(await draw({ serverSeed: NOUGHTS, clientSeed: "", nonce: 0, table: [] })).toBeNull();
});

describe("a spin", () => {
  const before = { commitment: "", clientSeed: "pizza" };
  const fair = async (parts: Partial<SpinAnswer> = {}) => {
    const commitment = await commitmentOf(COUNTED);
    const spin = { serverSeed: COUNTED, clientSeed: "pizza", nonce: 6, table: TABLE, commitment };
    return aSpin({ ...spin, angle: 145, type: "freeIceCream", ...parts });
  };
  const checked = async (parts: Partial<SpinAnswer> = {}) => {
    const commitment = await commitmentOf(COUNTED);
    return check(await fair(parts), { ...before, commitment });
  };

  test("that was fair passes every check", async () => {
    expect(await checked()).toEqual({ isSealed: true, isSeed: true, isOurs: true, isDrawn: true });
  });

  test.each<[string, Partial<SpinAnswer>, Awaited<ReturnType<typeof checked>>]>([
    [
      "of another seed",
      { serverSeed: RANDOM },
      { isSealed: true, isSeed: false, isOurs: true, isDrawn: false },
    ],
    [
      "whose seal was changed",
      { commitment: "00".repeat(32) },
      { isSealed: false, isSeed: false, isOurs: true, isDrawn: true },
    ],
    [
      "with chance of somebody else's",
      { clientSeed: "lankku" },
      { isSealed: true, isSeed: true, isOurs: false, isDrawn: false },
    ],
    [
      "with another prize",
      { type: "freeDip" },
      { isSealed: true, isSeed: true, isOurs: true, isDrawn: false },
    ],
    ["with another angle", { angle: 146 }, { isSealed: true, isSeed: true, isOurs: true, isDrawn: false }],
  ])("%s does not", async (_, parts, checks) => {
    expect(await checked(parts)).toEqual(checks);
  });
});
