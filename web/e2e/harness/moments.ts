/** What several waits took, read so that one hiccup of a busy machine does not speak for the product. */

/** The middle one of several durations: of an even number the longer one. */
export function median(durations: readonly number[]): number {
  const middle = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}
