import { expect, test } from "vitest";
import { interval, minutesInterval } from "./interval";
import { counted } from "./plural";

// spec: CT-27
test("one is one, all else is many, nought too", () => {
  expect(counted(1, "tuote", "tuotetta")).toBe("1 tuote");
  expect(counted(0, "tuote", "tuotetta")).toBe("0 tuotetta");
  expect(counted(21, "tuote", "tuotetta")).toBe("21 tuotetta");
});

test("an interval has an en dash, unless its ends meet", () => {
  expect(interval(18, 24)).toBe("18–24");
  expect(interval("19.06", "19.12")).toBe("19.06–19.12");
  expect(interval(3, 3)).toBe("3");
});

test("minutes left are an interval, and less than one is said as that", () => {
  expect(minutesInterval(18, 24)).toBe("18–24");
  expect(minutesInterval(0, 4)).toBe("enintään\u00a04");
  expect([minutesInterval(0, 1), minutesInterval(1, 1)]).toEqual(["alle\u00a01", "alle\u00a01"]);
});
