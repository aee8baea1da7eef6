import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is as `query` says. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener("change", onChange);
      return () => media?.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

/** Whether the window is wide enough for two columns: a list, and a map beside it. */
export function useIsWide(): boolean {
  return useMedia("(min-width: 1120px)");
}

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 760px)");
}
