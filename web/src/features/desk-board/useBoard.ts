import { useState, useSyncExternalStore } from "react";
import { type BoardState, NO_BOARD_YET } from "../../live/live";
import { createWatchStore } from "../../live/store";
import { watchBoard } from "../../live/tabBoards";

/** Watches the board for as long as the component is there; give the component the restaurants as its key. */
export function useBoard(restaurantIds: string[]): { state: BoardState; retry: () => void } {
  const [store] = useState(() => createWatchStore(() => watchBoard(restaurantIds), NO_BOARD_YET));
  return { state: useSyncExternalStore(store.subscribe, store.getState), retry: store.retry };
}
