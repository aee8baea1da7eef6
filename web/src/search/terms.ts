/** What of the words that are known is near to one that somebody writes. */
import { beginsWithSlip, isOneSlip, mayBeSlip } from "./slips";
import { stemsOf } from "./stem";
import { isOfLetters, wordsOf } from "./words";

/** Shorter words leave no room for a slip. */
const SLIP_FROM = 5;
/** From so many letters on, a word may be a part of another. */
const PART_FROM = 3;
/** Parts that are no whole words yet need some more. */
const INNER_FROM = 4;

/** How near a word is, as a factor of what finding it is worth. */
const NEAR = {
  same: 1,
  form: 0.9,
  beginning: 0.6,
  part: 0.45,
  slip: 0.35,
  begunWithSlip: 0.2,
  inner: 0.2,
} as const;

/** Words, with the stems by which their forms are known. */
export class Vocabulary {
  private readonly words = new Map<string, readonly string[]>();
  private readonly texts = new Map<string, readonly string[]>();
  private readonly textStems = new Map<string, ReadonlySet<string>>();

  /** The folded words of a text of the catalogue; it remembers them, for each key asks again. */
  read(text: string): readonly string[] {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const words = wordsOf(text);
    for (const word of words) this.add(word);
    this.texts.set(text, words);
    return words;
  }

  /** Adds a folded word. */
  add(word: string): void {
    if (!this.words.has(word)) this.words.set(word, stemsOf(word));
  }

  /** The stems of a folded word. */
  stems(word: string): readonly string[] {
    return this.words.get(word) ?? stemsOf(word);
  }

  /** All stems of the words of a text of the catalogue; it remembers them. */
  stemsIn(text: string): ReadonlySet<string> {
    let stems = this.textStems.get(text);
    if (stems === undefined) {
      stems = new Set(this.read(text).flatMap((word) => this.stems(word)));
      this.textStems.set(text, stems);
    }
    return stems;
  }

  /** The known words near to a folded one, each with how near it is; `isLast`: more letters may follow. */
  near(word: string, isLast: boolean): Map<string, number> {
    const near = new Map<string, number>();
    const stems = stemsOf(word);
    const written = { word, stems, isLast };
    for (const [known, knownStems] of this.words) {
      const factor = nearness(written, known, knownStems);
      if (factor > 0) near.set(known, factor);
    }
    return near;
  }
}

interface Written {
  word: string;
  stems: readonly string[];
  isLast: boolean;
}

function nearness({ word, stems, isLast }: Written, known: string, knownStems: readonly string[]): number {
  if (known === word) return NEAR.same;
  if (knownStems.some((stem) => stems.includes(stem))) return NEAR.form;
  if (known.startsWith(word) && (isLast || word.length >= INNER_FROM)) return NEAR.beginning;
  if (!isOfLetters(word)) return 0;
  if (stems.some((stem) => stem.length >= SLIP_FROM && known.startsWith(stem))) return NEAR.beginning;
  if (endsInForm(known, word, stems)) return NEAR.part;
  if (Math.max(word.length, known.length) >= SLIP_FROM && mayBeSlip(word, known)) {
    if (isOneSlip(word, known) || hasSlippedStem(stems, knownStems)) return NEAR.slip;
    if (isLast && word.length >= SLIP_FROM && beginsWithSlip(known, word)) return NEAR.begunWithSlip;
  }
  return isLast && word.length >= INNER_FROM && known.indexOf(word) >= PART_FROM ? NEAR.inner : 0;
}

/** Whether a word is made of others, of which the last is a form of one: `punasipulia` of `sipuli`. */
export function endsInForm(known: string, word: string, stems: readonly string[]): boolean {
  if (word.length < PART_FROM) return false;
  // Forms begin alike, so few places are tried.
  const start = word.slice(0, PART_FROM);
  for (let at = known.indexOf(start, 2); at >= 2; at = known.indexOf(start, at + 1))
    if (stemsOf(known.slice(at)).some((stem) => stems.includes(stem))) return true;
  return false;
}

function hasSlippedStem(stems: readonly string[], knownStems: readonly string[]): boolean {
  return stems.some(
    (one) =>
      one.length >= SLIP_FROM &&
      knownStems.some((other) => other.length >= SLIP_FROM && isOneSlip(one, other)),
  );
}
