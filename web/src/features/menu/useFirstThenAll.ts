import { startTransition, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** How many parts fill the first view of any device. */
const FIRST = 2;

/**
 * The first parts at once, then one after the other, each when the browser has painted those before; all at once for who wants
 * to one of them, whether they come for it or press while the others are on their way.
 */
export function useFirstThenAll<Part>(parts: readonly Part[]): readonly Part[] {
  const { hash } = useLocation();
  const [count, setCount] = useState(FIRST);
  if (hash !== "" && Number.isFinite(count)) setCount(Number.POSITIVE_INFINITY);
  const isAll = count >= parts.length;
  useEffect(() => {
    if (!isAll) startTransition(() => setCount(count + 1));
  }, [count, isAll]);
  return isAll ? parts : parts.slice(0, count);
}
