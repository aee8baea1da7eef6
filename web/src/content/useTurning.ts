import { useEffect, useState } from "react";

/** How long a slide stays. */
const STAY_MS = 6_000;

/** What turns: which is in sight, and the hands that turn it. */
export interface Turning {
  index: number;
  isTurning: boolean;
  /** Goes on by so many; by hand, so that from then on it stands still. */
  turn(by: number): void;
  stop(): void;
  /** For the element over which it rests. */
  rest: {
    onMouseEnter(): void;
    onMouseLeave(): void;
    onFocus(): void;
    onBlur(): void;
  };
}

/** Turns by itself, rests under the pointer or the focus and with reduced motion, and stops for good after a hand (CT-16). */
export function useTurning(count: number): Turning {
  const [place, setPlace] = useState(0);
  const [isStopped, setStopped] = useState(isMotionReduced);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isTurning = !isStopped && count > 1;
  const isMoving = isTurning && !isPointed && !isFocused;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setPlace((before) => before + 1), STAY_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  return {
    index: count === 0 ? 0 : ((place % count) + count) % count,
    isTurning,
    turn(by) {
      setStopped(true);
      setPlace((before) => before + by);
    },
    stop: () => setStopped(true),
    rest: {
      onMouseEnter: () => setPointed(true),
      onMouseLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

function isMotionReduced(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
