import { expect, test } from "vitest";
import { copied, note, words } from "./words";

test.each([
  ["  Aino \u00a0 Ma\u0308ki\n", "Aino Mäki"],
  ["\u202eoniA\u200b", "oniA"],
  ["Liisankatu 12\u001b@\r\nB", "Liisankatu 12@ B"],
  ["👩\u200d🍳", "👩\u200d🍳"],
  ["\u200b", ""],
])("%j is written %j", (text, written) => {
  expect(words(text)).toBe(written);
});

test("a note keeps its lines", () => {
  expect(note(" Ovikoodi  1234\r\n\r\n soita \n")).toBe("Ovikoodi 1234\nsoita");
});

test("a number may be copied from a page", () => {
  expect(copied("\u202d040\u00a0123 4567\u202c")).toBe("040 123 4567");
});
