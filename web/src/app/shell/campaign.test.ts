import { expect, test } from "vitest";
import { codeIn } from "./Campaign";

test.each([
  ["Kuljetus 0 € yli 25 eurolla: KOTIOVELLE", "KOTIOVELLE"],
  ["Koodilla OSTA2MAKSA1 kaksi yhden hinnalla", "OSTA2MAKSA1"],
  ["Uusi pizza: Hunajapesä", null],
  ["HYVÄÄ JOULUA TOIVOTTAA OVELLE", null],
  ["Auki: 2026 asti", null],
  ["Muista: EI maanantaisin", null],
  ["", null],
])("%s names the code %s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});
