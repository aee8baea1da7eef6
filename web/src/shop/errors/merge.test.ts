// @vitest-environment node
import { expect, test } from "vitest";
import { notFoundCombined } from "../texts";
import { mergedByCode } from "./merge";
import type { ShopProblem } from "./problem";

const gone = (...invalidOrderNames: string[]): ShopProblem => ({
  messageCode: "product/not-found",
  message: "Tuotetta ei löydy",
  displayKind: 0,
  metadata: { errorUrl: "/menu", invalidOrderNames },
});

// spec: ER-16, ER-20
test("what is not found is told together, with each name once and where it was raised", () => {
  const [told, ...more] = mergedByCode([gone("Muinainen"), gone("Ikivanha", "Muinainen")]);
  expect(more).toEqual([]);
  expect(told).toEqual({
    ...notFoundCombined([]),
    metadata: {
      ...notFoundCombined([]).metadata,
      errorUrl: "/menu",
      invalidOrderNames: ["Muinainen", "Ikivanha"],
    },
  });
});

test("what is told together already stays as it is, and takes in what comes", () => {
  const before = notFoundCombined(["Muinainen"]);
  expect(mergedByCode([before])).toEqual([{ ...before, metadata: before.metadata }]);
  expect(mergedByCode([before, gone("Ikivanha")])[0]?.metadata.invalidOrderNames).toEqual([
    "Muinainen",
    "Ikivanha",
  ]);
});

test("what several say under one code is told line by line, and nothing twice", () => {
  const said = (message: string): ShopProblem => ({
    messageCode: "campaign/not-applicable",
    message,
    displayKind: 1,
    metadata: { errorUrl: "/ostoskori" },
  });
  const descriptionOf = (...messages: string[]) => mergedByCode(messages.map(said))[0]?.metadata.description;
  expect(descriptionOf("Yksi.")).toBeUndefined();
  expect(descriptionOf("Yksi.", "Yksi.")).toBe("");
  expect(descriptionOf("Yksi.", "Kaksi.")).toBe("Kaksi.");
  expect(descriptionOf("Yksi.", "Kaksi.", "Kolme.", "Kaksi.")).toBe("Kaksi.\nKolme.");
});
