import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1120px)";

/** Whether the window is wide enough for two columns: a list, and a map beside it. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(WIDE).matches ?? false);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia?.(WIDE);
  media?.addEventListener("change", onChange);
  return () => media?.removeEventListener("change", onChange);
}
