/**
 * What the forms of a Finnish noun or adjective have in common. Cases, plural and consonant gradation are taken off folded words
 * (`ä` is `a`): `pepperonit`, `pepperonia` and `pepperoni` share a stem, and so do `liisankadulla` and `liisankatu`.
 */
import { isOfLetters } from "./words";

/** What is left of a word has so many letters at least. */
const SHORTEST = 3;
/** Stems up to this length are told apart by their last vowel too: `pori` is no `poro`. */
const SHORT = 4;

/** An ending that a form may have, and how many of its letters go; the others belong to the stem. */
const ENDINGS: readonly (readonly [RegExp, letters: number])[] = [
  // Genitive, illative, nominative plural.
  [/[aeiouy](?<!ine)n$/, 1],
  [/[aeiouy]t$/, 1],
  // Partitive, singular and plural.
  [/[aeiouy]a$/, 1],
  [/ia$/, 2],
  [/[eiouy]ja$/, 2],
  [/(?:[hlnrs]|[aeiouy]{2})ta$/, 2],
  [/etta$/, 3],
  // Where something is, comes from and goes to.
  [/[aeiouy](?:ssa|sta|lla|lta|lle)$/, 3],
  [/([aeiouy])h\1n$/, 3],
  [/ihin$/, 3],
  [/[aeiouy]{2}s(?:ee|ii)n$/, 4],
  // Genitive plural.
  [/[eiouy]jen$/, 3],
  [/ien$/, 3],
  [/iden$/, 3],
  [/itten$/, 4],
  [/[lnr]ten$/, 3],
];

/** Strong and weak grades of the consonants before the last vowel, as they become one. */
const GRADES: readonly (readonly [RegExp, string])[] = [
  [/(kk|pp|tt)$/, ""],
  [/n[kg]$/, "n"],
  [/(?:mp|mm)$/, "m"],
  [/(?:nt|nn)$/, "n"],
  [/(?:lt|ll)$/, "l"],
  [/(?:rt|rr)$/, "r"],
  [/d$/, "t"],
  [/p$/, "v"],
  [/(?<=[aehilory])k$/, ""],
];

/** The stems that a folded word may have; words share one where they are forms of the same. */
export function stemsOf(word: string): string[] {
  if (word.length <= SHORTEST || !isOfLetters(word)) return [word];
  const bases = [word];
  for (const [ending, letters] of ENDINGS) {
    const base = word.slice(0, -letters);
    if (base.length >= SHORTEST && ending.test(word)) bases.push(base);
  }
  return [...new Set(bases.flatMap(stemsOfBase))];
}

function stemsOfBase(base: string): string[] {
  const whole = base
    .replace(/(?<=i)nen$/, "")
    .replace(/(?<=..i)se$/, "")
    .replace(/(?<=..[aeiouy])(?:kse?|s)$/, "")
    .replace(/t?tom(?=[ai]?$)/, "ton")
    .replace(/(?<=ton)[ai]$/, "");
  if (whole.endsWith("ton")) return [whole];
  const body = ungraded(withoutVowels(whole));
  if (body.length > SHORT) return [body];
  return classesOf(whole).map((vowel) => body + vowel);
}

/** Without the vowels at its end, as far as enough is left. */
function withoutVowels(word: string): string {
  const body = word.replace(/[aeiouy]+$/, "");
  return body.length >= SHORTEST ? body : word.slice(0, SHORTEST);
}

function ungraded(body: string): string {
  for (;;) {
    const next = GRADES.reduce((word, [grade, kept]) => {
      if (!grade.test(word)) return word;
      const shorter = kept === "" && /(.)\1$/.test(word) ? word.slice(0, -1) : word.replace(grade, kept);
      return shorter.length >= SHORTEST ? shorter : word;
    }, body);
    if (next === body) return withoutVowels(body);
    body = next;
  }
}

/** Its last vowel, as one for all forms: `kana`, `kanoja`; `sieni`, `sienen`. Some plurals have lost it: `munia`. */
function classesOf(base: string): string[] {
  if (/[uy]i?$/.test(base)) return ["u"];
  if (/[ao]i?$/.test(base)) return ["a"];
  return /[ei]$/.test(base) ? ["i"] : ["i", "a"];
}
