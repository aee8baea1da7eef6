import { startTransition, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** How many parts fill the first view of any device. */
const FIRST = 2;

/** The first parts at once, the others when the browser has painted those; all at once for who wants to one of them. */
export function useFirstThenAll<Part>(parts: readonly Part[]): readonly Part[] {
  const { hash } = useLocation();
  const [isAll, setIsAll] = useState(hash !== "");
  useEffect(() => startTransition(() => setIsAll(true)), []);
  return isAll ? parts : parts.slice(0, FIRST);
}
