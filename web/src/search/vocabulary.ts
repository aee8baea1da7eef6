/**
 * Words of Finnish for what the server says of dishes: its allergens and diets (docs/spec/ordering.md, "Allergens"), folded. What
 * a word leaves out is never less than what it means.
 */
import { stemsOf } from "./stem";

/** What of a dish makes a wish true of it. */
export interface Meaning {
  /** None of these is in it. */
  allergens?: readonly string[];
  /** It suits each of these. */
  diets?: readonly string[];
  /** No ingredient of it has one of these words in its name. */
  names?: readonly string[];
}

const AVOIDED: readonly (readonly [words: string, Meaning])[] = [
  ["gluteeni vehna vilja ohra ruis", { allergens: ["gluten"], diets: ["glutenFree"] }],
  ["laktoosi", { diets: ["lactoseFree"] }],
  ["maito maitotuote maitoproteiini kerma voi", { allergens: ["milk"] }],
  ["juusto", { allergens: ["milk"], names: ["juusto"] }],
  ["kananmuna muna", { allergens: ["eggs"] }],
  ["kala", { allergens: ["fish"] }],
  ["ayriainen rapu", { allergens: ["crustaceans"] }],
  ["nilviainen", { allergens: ["molluscs"] }],
  ["merenelava", { allergens: ["fish", "crustaceans", "molluscs"] }],
  ["maapahkina", { allergens: ["peanuts"] }],
  // Who says nuts may well mean peanuts.
  ["pahkina manteli", { allergens: ["nuts", "peanuts"] }],
  ["soija", { allergens: ["soybeans"] }],
  ["selleri", { allergens: ["celery"] }],
  ["sinappi", { allergens: ["mustard"] }],
  ["seesami", { allergens: ["sesame"] }],
  ["sulfiitti", { allergens: ["sulphites"] }],
  ["lupiini", { allergens: ["lupin"] }],
  ["liha", { diets: ["vegetarian"] }],
  ["sieni", { names: ["sieni", "kantarelli", "vahvero", "tatti"] }],
];

/** What no data tells for sure: names of ingredients do not say all that it is in. */
const UNTOLD = "possu porsas sika nauta makkara mauste suola sokeri rasva oljy alkoholi lisaaine";

const WANTED: readonly (readonly [words: string, diet: string])[] = [
  ["vegaaninen vegaani vegan", "vegan"],
  ["kasvis kasvisruoka", "vegetarian"],
];

const byStem = <Value>(rows: readonly (readonly [string, Value])[]) =>
  new Map(
    rows.flatMap(([words, value]) =>
      words
        .split(" ")
        .flatMap(stemsOf)
        .map((stem) => [stem, value]),
    ),
  );

const AVOIDED_BY_STEM = byStem(AVOIDED);
const WANTED_BY_STEM = byStem(WANTED);
const UNTOLD_STEMS = new Set(UNTOLD.split(" ").flatMap(stemsOf));

/** What is meant where a word is to be left out; `untold` where no data can say, `null` for a word of no allergen or diet. */
export function meaningOf(word: string): Meaning | "untold" | null {
  const stems = stemsOf(word);
  if (stems.some((stem) => UNTOLD_STEMS.has(stem))) return "untold";
  return firstOf(stems, AVOIDED_BY_STEM);
}

/** All words that can be left out, by their stems, for who has not finished one. */
export const AVOIDABLE_STEMS: readonly string[] = [...AVOIDED_BY_STEM.keys()];

/** What a stem of {@link AVOIDABLE_STEMS} means. */
export function meaningOfStem(stem: string): Meaning | null {
  return AVOIDED_BY_STEM.get(stem) ?? null;
}

/** The diet that a word names, as `vegaaninen` does. */
export function dietOf(word: string): string | null {
  return firstOf(stemsOf(word), WANTED_BY_STEM);
}

/** What a dish is without that is called `maidoton` or `gluteenitonta`; `null` where a word says no such thing. */
export function lackedBy(word: string): string | null {
  const stem = stemsOf(word).find((one) => one.endsWith("ton"));
  return stem === undefined ? null : stem.slice(0, -3);
}

function firstOf<Value>(stems: readonly string[], values: ReadonlyMap<string, Value>): Value | null {
  for (const stem of stems) {
    const value = values.get(stem);
    if (value !== undefined) return value;
  }
  return null;
}
