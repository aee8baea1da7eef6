import { useCallback, useEffect, useRef } from "react";

/** The same function for good, which does what the newest one does; for what is drawn anew only where it changes. */
export function useStable<Told extends unknown[]>(run: (...told: Told) => void): (...told: Told) => void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  return useCallback((...told: Told) => newest.current(...told), []);
}
