import { useEffect, useState } from "react";

/** Counts seconds down to nought, and says how to begin. */
export function useWait(): [left: number, wait: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
