import { useState, useSyncExternalStore } from "react";
import type { Feedback } from "../../api/wire";
import type { Watch, WatchState } from "../../live/live";
import { tabLive } from "../../live/tab";

const OPENING: WatchState = { mode: "opening", order: null, problem: null, trueAt: null, end: null };

/** What a page may ask of its watch. */
interface Watching {
  state: WatchState;
  retry: () => void;
  applyFeedback: (feedback: Feedback) => void;
}

/** Watches an order for as long as the component is there; give the component the order as its key. */
export function useWatch(orderId: string, orderKey: string): Watching {
  const [{ subscribe, getState, ...asks }] = useState(() => createWatching(orderId, orderKey));
  return { state: useSyncExternalStore(subscribe, getState), ...asks };
}

/** A watch that is opened by its subscriber and closed with it, as React wants its stores. */
function createWatching(orderId: string, orderKey: string) {
  let watch: Watch | null = null;
  return {
    subscribe(listener: () => void) {
      const opened = tabLive().watch(orderId, orderKey);
      const stop = opened.subscribe(listener);
      watch = opened;
      return () => {
        stop();
        opened.close();
        watch = null;
      };
    },
    getState: () => watch?.getState() ?? OPENING,
    retry: () => watch?.retry(),
    applyFeedback: (feedback: Feedback) => watch?.applyFeedback(feedback),
  };
}
