import { foldedForSearch } from "./search";

/** For so many letters of what is looked for one slip is forgiven. */
const LETTERS_A_SLIP = 4;
/** Shorter words say nothing. */
const SHORTEST = 3;

/** What of a term is looked for: its words of three letters and more (CT-23). */
export function wordsToFind(term: string): string[] {
  return wordsOf(term).filter((word) => word.length >= SHORTEST);
}

/** Whether a text has each of the words, give or take a slip for each four letters of it (CT-24). */
export function hasWords(text: string, wanted: readonly string[]): boolean {
  const words = wordsOf(text);
  return wanted.every((one) => words.some((word) => isLike(one, word)));
}

function wordsOf(text: string): string[] {
  return foldedForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Endings do not count: who looks for `pizza` finds `pizzassa`. */
function isLike(wanted: string, word: string): boolean {
  return word.includes(wanted) || slipsTo(wanted, word) <= Math.floor(wanted.length / LETTERS_A_SLIP);
}

/** How many letters are wrong, missing or too many between a word and the beginning of another that is nearest to it. */
function slipsTo(wanted: string, word: string): number {
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (const [done, letter] of [...wanted].entries()) {
    const next = [done + 1];
    for (const [at, other] of [...word].entries()) {
      const kept = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}
