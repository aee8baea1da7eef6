import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRow } from "../../live/testing/boards";
import { at, EPOCH } from "../../live/testing/orders";
import type { BoardFilter } from "./filter";
import { useSelection } from "./useSelection";

const ALL: BoardFilter = { text: "", restaurantId: null, chip: "all" };

test("is the same until a minute is over, or a car has been silent for two", () => {
  const rows = new Map([["1", aRow("1", { status: 8, carUnheardSince: at(-1.75) })]]);
  const { result, rerender } = renderHook(({ seconds }) => useSelection(rows, ALL, EPOCH + seconds * 1_000), {
    initialProps: { seconds: 0 },
  });
  const first = result.current;
  expect(first.sections).toEqual([{ name: "onTime", orderIds: ["1"] }]);
  rerender({ seconds: 10 });
  expect(result.current).toBe(first);
  rerender({ seconds: 15 });
  expect(result.current.sections).toEqual([{ name: "trouble", orderIds: ["1"] }]);
});
