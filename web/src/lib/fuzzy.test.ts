import { describe, expect, test } from "vitest";
import { hasWords, wordsToFind } from "./fuzzy";

// spec: CT-23
test("words of one and two letters are not looked for", () => {
  expect(wordsToFind("Ei se on  Kuljetus-maksu!")).toEqual(["kuljetus", "maksu"]);
  expect(wordsToFind("ei jo ?")).toEqual([]);
});

// spec: CT-24
describe("what is looked for is found", () => {
  test.each([
    ["kuljetus", "as it stands"],
    ["KULJETUS", "in other letters"],
    ["kuletus", "with a letter missing"],
    ["kuljettus", "with a letter too many"],
    ["kuljatus", "with a wrong letter"],
    ["maksu", "within a word"],
    ["oyeri", "without its dots"],
    ["kuljetus öyerille", "with another word beside it"],
    ["mitö", "with a slip in four letters"],
    ["ukljetus", "with two slips in eight"],
  ])("%s: %s", (term) => {
    expect(hasWords("Mitä kuljetusmaksu on öyereille?", wordsToFind(term))).toBe(true);
  });

  test.each([
    ["kulutus", "with two slips in seven letters"],
    ["mut", "with a slip in three"],
    ["uklajtus", "with three slips in eight"],
    ["kuljetus nouto", "where one of its words is not there"],
  ])("but not %s: %s", (term) => {
    expect(hasWords("Mitä kuljetusmaksu on öyereille?", wordsToFind(term))).toBe(false);
  });
});
