import { useState, useSyncExternalStore } from "react";
import type { Feedback } from "../api/wire";
import { NOTHING_YET, type WatchState } from "../live/live";
import { createWatchStore } from "../live/store";
import { watchOrder } from "../live/tabOrders";

/** What a page may ask of its watch. */
interface Watching {
  state: WatchState;
  retry: () => void;
  applyFeedback: (feedback: Feedback) => void;
}

/** Watches an order for as long as the component is there; give the component the order as its key. */
export function useWatch(orderId: string, orderKey: string): Watching {
  const [store] = useState(() => createWatchStore(() => watchOrder(orderId, orderKey), NOTHING_YET));
  return {
    state: useSyncExternalStore(store.subscribe, store.getState),
    retry: store.retry,
    applyFeedback: (feedback) => store.watch()?.applyFeedback(feedback),
  };
}
