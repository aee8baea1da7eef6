import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardOrder } from "../../api/wire";
import { aRow } from "../../live/testing/boards";
import { BOARD } from "./texts";
import { BETWEEN_CHIMES_MS, CHIME, createChime } from "./chime";
import { LateBell } from "./LateBell";
import { createPreference, useLateSound } from "./preference";
import { useLateNews } from "./useLateNews";

const rowsOf = (...rows: BoardOrder[]) => new Map(rows.map((row) => [row.orderId, row]));
const late = (orderId: string, change: Partial<BoardOrder> = {}) => aRow(orderId, { late: true, ...change });

beforeEach(() => {
  useLateSound.setState({ on: false });
  vi.restoreAllMocks();
});

describe("an order that becomes late", () => {
  const watching = (...rows: BoardOrder[]) =>
    renderHook(({ known, restaurantId }) => useLateNews(known, restaurantId), {
      initialProps: { known: rowsOf(...rows), restaurantId: null as string | null },
    });

  test("while the board is open is news, once; what was late before is none", () => {
    const { result, rerender } = watching(late("1"), aRow("2"));
    expect(result.current).toMatchObject({ count: 1, said: "", fresh: new Set() });
    rerender({ known: rowsOf(late("1"), late("2"), late("3")), restaurantId: null });
    expect(result.current).toMatchObject({
      count: 3,
      said: "Tilaukset 2 ja 3 ovat myöhässä",
      fresh: new Set(["2", "3"]),
    });
    // In time again, and late again: one has heard of it.
    rerender({ known: rowsOf(aRow("2"), late("3")), restaurantId: null });
    expect(result.current.fresh).toEqual(new Set(["3"]));
    rerender({ known: rowsOf(late("2"), late("3")), restaurantId: null });
    expect(result.current.fresh).toEqual(new Set(["3"]));
    act(() => result.current.onSeen("3"));
    expect(result.current.fresh.size).toBe(0);
  });

  test("of another restaurant is no news to who looks at one; nor is one that is over", () => {
    const { result, rerender } = watching();
    const known = rowsOf(late("1", { restaurantId: "21" }), late("2", { status: 11 }), late("3"));
    rerender({ known, restaurantId: "14" });
    expect(result.current).toMatchObject({ count: 1, said: "Tilaus 3 on myöhässä", fresh: new Set(["3"]) });
  });

  test("is heard where that is wanted", () => {
    const ring = vi.spyOn(CHIME, "ring").mockImplementation(() => undefined);
    const { rerender } = watching();
    rerender({ known: rowsOf(late("1")), restaurantId: null });
    expect(ring).not.toHaveBeenCalled();
    act(() => useLateSound.setState({ on: true }));
    rerender({ known: rowsOf(late("1"), late("2")), restaurantId: null });
    expect(ring).toHaveBeenCalledOnce();
    rerender({ known: rowsOf(late("1"), late("2"), aRow("3")), restaurantId: null });
    expect(ring).toHaveBeenCalledOnce();
  });

  test("among many is told by their number", () => {
    expect(BOARD.becameLate(["1", "2", "3"])).toBe("Tilaukset 1, 2 ja 3 ovat myöhässä");
    expect(BOARD.becameLate(["1", "2", "3", "4"])).toBe("4 tilausta on nyt myöhässä");
  });
});

/** A context of sound that only counts its tones. */
class CountedAudio {
  state = "suspended";
  readonly currentTime = 0;
  readonly destination = {};
  readonly tones: number[] = [];
  loudest = 0;
  async resume() {
    this.state = "running";
  }
  createOscillator() {
    const oscillator = { frequency: { value: 0 }, connect: (next: unknown) => next, start: () => undefined };
    return {
      ...oscillator,
      frequency: oscillator.frequency,
      stop: () => this.tones.push(oscillator.frequency.value),
    };
  }
  createGain() {
    const setValueAtTime = (value: number) => void (this.loudest = Math.max(this.loudest, value));
    return { gain: { setValueAtTime, linearRampToValueAtTime: setValueAtTime }, connect: () => undefined };
  }
}

test("the chime is two quiet tones, and not more than one in ten seconds; the sample is heard at once", () => {
  const audio = new CountedAudio();
  let now = 0;
  const open = vi.fn<() => AudioContext>(() => audio as unknown as AudioContext);
  const chime = createChime(open, () => now);
  expect(open).not.toHaveBeenCalled();
  chime.ring();
  now += BETWEEN_CHIMES_MS - 1;
  chime.ring();
  expect(audio.tones).toHaveLength(2);
  expect(audio.tones[0]).toBeGreaterThan(audio.tones[1] ?? 0);
  now += 1;
  chime.ring();
  chime.sample();
  expect(audio.tones).toHaveLength(6);
  expect(audio.loudest).toBeLessThan(0.1);
  expect([audio.state, open.mock.calls.length]).toEqual(["running", 1]);
});

describe("the bell", () => {
  afterEach(() => localStorage.clear());

  test("switches the sound on, lets one hear it, and remembers it", async () => {
    const sample = vi.spyOn(CHIME, "sample").mockImplementation(() => undefined);
    render(<LateBell />);
    const bell = screen.getByRole("button", { name: BOARD.sound, pressed: false });
    await userEvent.click(bell);
    expect(bell).toHaveAttribute("aria-pressed", "true");
    expect(sample).toHaveBeenCalledOnce();
    expect(createPreference("ovelle.board.lateSound", false).getState().on).toBe(true);
    await userEvent.click(bell);
    expect(sample).toHaveBeenCalledOnce();
    expect(createPreference("ovelle.board.lateSound", true).getState().on).toBe(false);
  });
});
