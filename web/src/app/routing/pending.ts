import { useEffect, useState } from "react";
import { create } from "zustand";

/** Whether one is on the way to a page that is not shown yet, since its code has not come. */
export const usePending = create<{ isPending: boolean }>(() => ({ isPending: false }));

/** Most pages come sooner: only who waits longer is told so, milliseconds. */
const LONG_MS = 3_000;

/** Whether a page is long in coming. */
export function useLongPending(): boolean {
  const isPending = usePending((state) => state.isPending);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isPending]);
  return isLong;
}
