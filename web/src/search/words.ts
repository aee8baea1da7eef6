import { foldedForSearch } from "../lib/search";

/** The words of a text as they are compared: small, without accents; `ä` is `a`, `ö` is `o`. */
export function wordsOf(text: string): string[] {
  return foldedForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a word is one of letters alone: a number is never bent, and a slip in it is another number. */
export function isOfLetters(word: string): boolean {
  return !/\p{N}/u.test(word);
}
