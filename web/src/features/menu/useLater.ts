import { useEffect, useState } from "react";

/** How long what is due later waits for the browser to be idle, in milliseconds. */
const IDLE_WITHIN_MS = 1_500;
/** How long it waits for what comes first, where that never comes. */
const FIRST_WITHIN_MS = 15_000;

/** Whether it is time for what may wait: at once, or when what comes first is there and the browser has nothing to do. */
export function useLater(waits: boolean, isFirstThere: boolean): boolean {
  const [isDue, setIsDue] = useState(!waits);
  const isNext = !waits || isFirstThere;
  useEffect(() => {
    if (isDue) return undefined;
    if (!isNext || typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(() => setIsDue(true), isNext ? 0 : FIRST_WITHIN_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => setIsDue(true), { timeout: IDLE_WITHIN_MS });
    return () => cancelIdleCallback(idle);
  }, [isDue, isNext]);
  return isDue;
}
