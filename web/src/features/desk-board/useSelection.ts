import { useMemo } from "react";
import { troubleOf } from "../../live/topics/board/rules";
import type { Rows } from "../../live/topics/board/state";
import type { BoardFilter } from "./filter";
import { type Selection, select } from "./selection";

/** What is to be shown: the same object for as long as it says the same, whatever the clock does. */
export function useSelection(rows: Rows | null, filter: BoardFilter, now: number): Selection {
  const { text, restaurantId, chip } = filter;
  const minute = Math.floor(now / 60_000);
  const troubles = countTroubles(rows, now);
  return useMemo(
    () => select(rows?.values() ?? [], { text, restaurantId, chip }, now),
    // By the clock alone it changes when a minute is over, and when a car has been silent for too long.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, text, restaurantId, chip, minute, troubles],
  );
}

function countTroubles(rows: Rows | null, now: number): number {
  let count = 0;
  for (const row of rows?.values() ?? []) if (troubleOf(row, now) !== null) count += 1;
  return count;
}
