import { useSyncExternalStore } from "react";

/** Whether the browser has a network, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(changed: () => void): () => void {
  const end = new AbortController();
  for (const event of ["online", "offline"]) window.addEventListener(event, changed, { signal: end.signal });
  return () => end.abort();
}
