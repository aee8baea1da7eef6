// @vitest-environment jsdom
/** What a browser remembers of placing: only what is whole, and not too old. */
import { beforeEach, describe, expect, test } from "vitest";
import { NOTHING_PLACED, readMemory } from "./attempt";
import { changeGiftCard, NO_CARD, showHeld, usedGiftCard } from "./giftCard";
import { recall } from "./memory";

const NOW = Date.parse("2026-11-27T10:00:00Z");
const HOUR = 3_600_000;
const attempt = {
  key: "k",
  bodies: ["{}"],
  begunAt: NOW - HOUR,
  isUnsure: false,
  order: { orderId: "1", orderKey: "secret", payable: 12.9 },
};
const read = (kept: unknown) => readMemory(JSON.stringify(kept), NOW);

describe("an attempt to order", () => {
  test("is remembered with the order that came of it, if one did", () => {
    const memory = { attempt, acceptedAt: NOW };
    expect(read(memory)).toEqual(memory);
    expect(read({ ...memory, attempt: { ...attempt, order: null } }).attempt?.order).toBeNull();
  });

  test("counts for as long as the server keeps its key, and what was accepted before stays known", () => {
    const begun = (hours: number) => ({
      attempt: { ...attempt, begunAt: NOW - hours * HOUR },
      acceptedAt: 7,
    });
    expect(read(begun(23)).attempt).not.toBeNull();
    expect(read(begun(23.01))).toEqual({ attempt: null, acceptedAt: 7 });
  });

  test.each([
    7,
    "k",
    { ...attempt, key: 7 },
    { ...attempt, begunAt: "7" },
    { ...attempt, isUnsure: "yes" },
    { ...attempt, bodies: [] },
    { ...attempt, bodies: "{}" },
    { ...attempt, bodies: [7] },
    { ...attempt, order: 7 },
    { ...attempt, order: { ...attempt.order, orderId: 1 } },
    { ...attempt, order: { ...attempt.order, orderKey: null } },
    { ...attempt, order: { ...attempt.order, payable: "12.90" } },
  ])("that is not whole is none: %j", (broken) => {
    expect(read({ attempt: broken, acceptedAt: null })).toEqual(NOTHING_PLACED);
  });

  test.each([null, "", "7", "null", "{", '{"attempt":null,"acceptedAt":"7"}'])("is none in %j", (text) => {
    expect(readMemory(text, NOW)).toEqual(NOTHING_PLACED);
  });

  test("is found by the next visit", () => {
    const memory = { attempt: { ...attempt, begunAt: Date.now() }, acceptedAt: null };
    localStorage.setItem("ovelle.checkout", JSON.stringify(memory));
    expect(recall()).toEqual(memory);
  });
});

describe("a gift card", () => {
  beforeEach(() => changeGiftCard({ isUsed: false, card: NO_CARD }));

  test("pays where it is the method, or is used beside another, and not else", () => {
    expect(usedGiftCard("giftcard")).toEqual({ number: "", pin: "", held: null });
    expect([usedGiftCard("scheme"), usedGiftCard(null)]).toEqual([null, null]);
    changeGiftCard({ isUsed: true });
    expect(usedGiftCard("scheme")).not.toBeNull();
  });

  test("is sent without the spaces that it was written with, and with what was shown of it", () => {
    changeGiftCard({ isUsed: true, card: { number: " 1234 5678 ", pin: " 99 " } });
    showHeld(20);
    expect(usedGiftCard("scheme")).toEqual({ number: "12345678", pin: "99", held: 20 });
  });

  test("that is another has yet to be shown what it pays", () => {
    showHeld(20);
    changeGiftCard({ card: { number: "1", pin: "2" } });
    expect(usedGiftCard("giftcard")?.held).toBeNull();
  });
});
