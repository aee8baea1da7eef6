/** What somebody asks for, as words: what is to be there, and what is not. */
import { foldedForSearch } from "../lib/search";

/** A text as it is asked. */
export interface Query {
  /** Folded words that are to be there. */
  wanted: readonly string[];
  /** Folded words that are not: what stands behind `ilman`. */
  avoided: readonly string[];
  /** Whose last word may go on, as the last that was written. */
  typing: "wanted" | "avoided" | null;
}

/** Behind these stands what is to be left out. */
const WITHOUT = new Set(["ilman", "ei", "eika"]);
/** Between two things that are left out. */
const LIKEWISE = new Set(["ja", "tai", "eika", "seka", ","]);
/** They say nothing of what is looked for. */
const SILENT = new Set([
  ..."ja tai seka joka jossa jotka joissa on ovat kanssa myos vain saa sisalla sisaltaa olla ole mitaan yhtaan".split(
    " ",
  ),
  ",",
]);

/** Reads a text as somebody types it. */
export function queryOf(text: string): Query {
  const words = foldedForSearch(text).match(/[\p{L}\p{N}]+|,/gu) ?? [];
  const wanted: string[] = [];
  const avoided: string[] = [];
  let isAvoiding = false;
  // Whether the word before was left out: then one behind `ja` is too.
  let wasAvoided = false;
  for (const word of words) {
    if (WITHOUT.has(word) || (wasAvoided && LIKEWISE.has(word))) isAvoiding = true;
    // One letter says nothing yet.
    else if (SILENT.has(word) || (word.length < 2 && !isAvoiding)) continue;
    else {
      (isAvoiding ? avoided : wanted).push(word);
      wasAvoided = isAvoiding;
      isAvoiding = false;
    }
  }
  // Something is to be left out, and is not said yet.
  if (isAvoiding && !wasAvoided) avoided.push("");
  const isUnfinished = /[\p{L}\p{N}]$/u.test(text);
  return { wanted, avoided, typing: isUnfinished ? (wasAvoided ? "avoided" : "wanted") : null };
}
