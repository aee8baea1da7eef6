// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { assert, integer, nat, property, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { aRow } from "../../../live/testing/boards";
import type { Section } from "../selection";
import { changesBetween } from "./stableList";
import { useStableList } from "./useStableList";

const onTime = (...orderIds: string[]): Section[] => [{ name: "onTime", orderIds }];

describe("what waits", () => {
  test.each([
    [onTime("1", "2"), onTime("1", "2"), 0],
    [onTime("1", "2"), onTime("1", "2", "3"), 1],
    [onTime("1", "2"), onTime("2"), 1],
    [onTime("1", "2"), onTime("2", "1"), 1],
    [onTime("1", "2", "3", "4"), onTime("4", "1", "2", "3"), 1],
    [onTime("1", "2", "3", "4"), onTime("5", "3", "1", "4"), 3],
    [onTime("1", "2"), [{ name: "late", orderIds: ["1"] }, ...onTime("2")] satisfies Section[], 1],
  ])("between %j and %j is counted", (shown, wanted, changes) => {
    expect(changesBetween(shown, wanted)).toBe(changes);
  });
});

test("taking one row and putting it elsewhere is one change, however many make room", () => {
  const list = uniqueArray(integer({ min: 0, max: 999 }).map(String), { minLength: 2, maxLength: 30 });
  assert(
    property(list, nat(29), nat(29), (ids, a, b) => {
      const [from, to] = [a % ids.length, b % ids.length];
      const moved = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? "");
      expect(changesBetween(onTime(...ids), onTime(...moved))).toBe(from === to ? 0 : 1);
      expect(changesBetween(onTime(...moved), onTime(...ids.toSpliced(from, 1)))).toBe(1);
    }),
  );
});

describe("the list", () => {
  const layout = (question: string, ...orderIds: string[]) => ({
    question,
    sections: onTime(...orderIds),
    rows: new Map(orderIds.map((id) => [id, aRow(id, { status: orderIds.length })])),
  });
  const start = (held: boolean) =>
    renderHook(({ wanted, isHeld }) => useStableList(wanted, isHeld), {
      initialProps: { wanted: layout("", "1", "2"), isHeld: held },
    });

  test("follows at once while nobody holds it", () => {
    const { result, rerender } = start(false);
    rerender({ wanted: layout("", "3"), isHeld: false });
    expect([result.current.sections, result.current.changes]).toEqual([onTime("3"), 0]);
  });

  test("keeps its order while it is held, but not what stands in its rows", () => {
    const { result, rerender } = start(true);
    rerender({ wanted: layout("", "3", "2", "4"), isHeld: true });
    expect([result.current.sections, result.current.changes]).toEqual([onTime("1", "2"), 3]);
    expect(result.current.rows.get("2")?.status).toBe(3);
    // What is gone stays as it was last known.
    expect(result.current.rows.get("1")?.status).toBe(2);
  });

  test("settles when asked, when let go, and when something else is asked for", () => {
    const { result, rerender } = start(true);
    rerender({ wanted: layout("", "3"), isHeld: true });
    act(() => result.current.settle());
    expect(result.current.sections).toEqual(onTime("3"));
    rerender({ wanted: layout("", "4"), isHeld: true });
    expect(result.current.sections).toEqual(onTime("3"));
    rerender({ wanted: layout("", "4"), isHeld: false });
    expect(result.current.sections).toEqual(onTime("4"));
    rerender({ wanted: layout("haku", "5"), isHeld: true });
    expect(result.current.sections).toEqual(onTime("5"));
  });
});
