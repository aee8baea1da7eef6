import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aMenu } from "../../products/testing/aProduct";
import { sectionsOf } from "../../products/sections";
import { useActiveSection } from "./useActiveSection";

const { sections } = sectionsOf(aMenu(), null);
/** Where each section's top is in the view. */
let tops: number[];
const looks = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  looks.mockClear();
  document.body.replaceChildren(
    ...sections.map(({ anchor }, at) => {
      const element = Object.assign(document.createElement("section"), { id: anchor });
      element.getBoundingClientRect = () => {
        if (at === 0) looks();
        return new DOMRect(0, tops[at], 390, 800);
      };
      return element;
    }),
  );
});
afterEach(() => vi.useRealTimers());

const scroll = (...to: number[]) => {
  tops = to;
  window.dispatchEvent(new Event("scroll"));
};

// spec: MN-08, MN-11
test("the section in view follows the page, which is looked at once in 50 ms", () => {
  tops = [300, 1_100];
  const { result } = renderHook(() => useActiveSection(sections));
  const [first, second] = sections.map(({ id }) => id);
  expect(result.current).toBe(first);
  const before = looks.mock.calls.length;
  for (let step = 1; step <= 20; step += 1) scroll(300 - 45 * step, 1_100 - 45 * step);
  act(() => vi.advanceTimersByTime(49));
  expect(looks).toHaveBeenCalledTimes(before);
  act(() => vi.advanceTimersByTime(1));
  expect(looks).toHaveBeenCalledTimes(before + 1);
  // 200 px down the second counts as reached: 176, and what loading may move.
  expect(result.current).toBe(second);
});
