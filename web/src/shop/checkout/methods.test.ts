import { expect, test } from "vitest";
import type { PaymentMethod } from "../../api/wire";
import { canBeChosen, hindranceOf, METHOD_GROUPS, offeredGroups } from "./methods";

function aMethod(id: string, group: string, disabled = false): PaymentMethod {
  return { id, name: id, group, icon: null, svg: null, disabled, issuers: [] };
}

const ALL = [
  aMethod("giftcard", "giftCard"),
  aMethod("onsite", "others"),
  aMethod("scheme", "creditCard"),
  aMethod("mobilepay", "mobile"),
  aMethod("applepay", "mobile"),
  aMethod("googlepay", "mobile"),
  aMethod("ebanking_FI", "bank"),
  aMethod("klarna", "payLater"),
  aMethod("edenred", "lunchBenefit", true),
];
const plain = { hasAlcohol: false, hasGiftCard: false };

// spec: PY-01, PY-02
test("methods stand by group; wallets without a token are not offered", () => {
  const groups = offeredGroups(ALL, plain);
  expect(groups.map(({ group }) => group)).toEqual(METHOD_GROUPS);
  expect(groups.flatMap(({ methods }) => methods.map(({ method }) => method.id))).toEqual([
    "scheme",
    "mobilepay",
    "ebanking_FI",
    "klarna",
    "edenred",
    "giftcard",
    "onsite",
  ]);
});

// spec: PY-09, PY-11, PY-12, PY-13, PY-14
test.each([
  ["edenred", plain, "log-in"],
  ["scheme", plain, null],
  ["onsite", { ...plain, hasAlcohol: true }, "alcohol"],
  ["klarna", { ...plain, hasAlcohol: true }, "klarna-alcohol"],
  ["mobilepay", { ...plain, hasAlcohol: true }, null],
  ["klarna", { ...plain, hasGiftCard: true }, "gift-card"],
  ["ebanking_FI", { ...plain, hasGiftCard: true }, "gift-card"],
  ["scheme", { ...plain, hasGiftCard: true }, null],
  ["mobilepay", { ...plain, hasGiftCard: true }, null],
] as const)("%s with %j: %s", (id, context, hindrance) => {
  const method = ALL.find((one) => one.id === id) ?? aMethod(id, "others");
  expect(hindranceOf(method, context)).toBe(hindrance);
});

// spec: PY-08
test("what the restaurant does not list cannot stay chosen", () => {
  expect(canBeChosen("scheme", ALL, plain)).toBe(true);
  expect(canBeChosen("cod", ALL, plain)).toBe(false);
  expect(canBeChosen("applepay", ALL, plain)).toBe(false);
  expect(canBeChosen("onsite", ALL, { ...plain, hasAlcohol: true })).toBe(false);
});
