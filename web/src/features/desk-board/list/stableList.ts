/** Rows never jump under a pointer: while somebody is about to press one, the list keeps its order. */
import type { Section } from "../selection";

/**
 * How many rows have come, gone or been put elsewhere between the list as it is shown and as it should be. A row that
 * only makes room for another has not been put anywhere.
 */
export function changesBetween(shown: readonly Section[], wanted: readonly Section[]): number {
  const before = placesOf(shown);
  const after = placesOf(wanted);
  const order = new Map([...before.keys()].map((id, place) => [id, place]));
  // Where those that are in the same part as before stood; the longest run that still ascends has not moved.
  const stood = [...after].flatMap(([id, part]) => (before.get(id) === part ? [order.get(id) ?? 0] : []));
  const together = [...after.keys()].filter((id) => before.has(id)).length;
  const gone = before.size - together;
  const come = after.size - together;
  const moved = together - longestAscent(stood);
  return gone + come + moved;
}

/** How many of the numbers, all different, can be left in their order so that they ascend. */
function longestAscent(numbers: readonly number[]): number {
  /** The smallest number in which an ascent of each length can end. */
  const ends: number[] = [];
  for (const number of numbers) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((ends[middle] ?? Infinity) < number) from = middle + 1;
      else to = middle;
    }
    ends[from] = number;
  }
  return ends.length;
}

/** The part of the list that each row is in, in the rows' order. */
function placesOf(sections: readonly Section[]): Map<string, string> {
  return new Map(sections.flatMap(({ name, orderIds }) => orderIds.map((id) => [id, name] as const)));
}
