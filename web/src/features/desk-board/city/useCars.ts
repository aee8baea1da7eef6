import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Board, Cars } from "../../../live/live";
import { watchBoard } from "../../../live/tabBoards";

/** The board's cars, asked for as long as the component is there; `null` while they are not known. */
export function useCars(restaurantIds: readonly string[]): Cars | null {
  const board = useRef<Board | null>(null);
  const asked = restaurantIds.join(",");
  const subscribe = useCallback(
    (listener: () => void) => {
      // The board that the page watches already: the same restaurants are asked for once.
      const held = watchBoard(asked === "" ? [] : asked.split(","));
      const stop = held.subscribeCars(listener);
      board.current = held;
      return () => {
        stop();
        held.close();
        board.current = null;
      };
    },
    [asked],
  );
  return useSyncExternalStore(subscribe, () => board.current?.getCars() ?? null);
}
