/** Whether two words are one but for a slip: a letter that is wrong, missing or too many, or two that changed places. */
export function isOneSlip(one: string, other: string): boolean {
  if (one.length > other.length) return isOneSlip(other, one);
  if (other.length - one.length > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1);
  if (one.slice(at + 1) === other.slice(at + 1)) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** Whether two words can be one but for a slip, by their first letters: quick to tell, and mostly not so. */
export function mayBeSlip(one: string, other: string): boolean {
  return one[0] === other[0] || one[1] === other[1] || one[1] === other[0] || one[0] === other[1];
}

/** Whether a word begins with another but for a slip. */
export function beginsWithSlip(word: string, start: string): boolean {
  return [-1, 0, 1].some((more) => isOneSlip(word.slice(0, start.length + more), start));
}
