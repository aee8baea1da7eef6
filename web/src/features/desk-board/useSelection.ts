import { useMemo } from "react";
import type { Rows } from "../../live/topics/board/state";
import type { BoardFilter } from "./filter";
import { type Selection, select } from "./selection";

/** What is to be shown: the same object for as long as it says the same, whatever the clock does. */
export function useSelection(rows: Rows | null, filter: BoardFilter, now: number): Selection {
  const { text, restaurantId, chip } = filter;
  const minute = Math.floor(now / 60_000);
  return useMemo(
    () => select(rows?.values() ?? [], { text, restaurantId, chip }, minute * 60_000),
    [rows, text, restaurantId, chip, minute],
  );
}
