import { useEffect, useState } from "react";
import { onIdle } from "../../lib/idle";

/** How long it waits for what comes first, where that never comes. */
const FIRST_WITHIN_MS = 15_000;

/** Whether it is time for what may wait: at once, or when what comes first is there and the browser has nothing to do. */
export function useLater(waits: boolean, isFirstThere: boolean): boolean {
  const [isDue, setIsDue] = useState(!waits);
  const isNext = !waits || isFirstThere;
  useEffect(() => {
    if (isDue) return undefined;
    if (isNext) return onIdle(() => setIsDue(true));
    const timer = setTimeout(() => setIsDue(true), FIRST_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isDue, isNext]);
  return isDue;
}
