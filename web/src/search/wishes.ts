/** What dishes have to be, besides having the words in them: without something, or of a diet. Never guessed. */
import { dishesOf, type Catalogue, type SearchedDish, type SearchedIngredient } from "./catalogue";
import type { Query } from "./query";
import { stemsOf } from "./stem";
import { endsInForm, type Vocabulary } from "./terms";
import { AVOIDABLE_STEMS, dietOf, lackedBy, type Meaning, meaningOf, meaningOfStem } from "./vocabulary";

/** How many letters of a word say which is meant, where it alone begins so. */
const TELLING = 4;

/** All that is wished of a dish. */
export interface Wishes {
  /** Allergens that it is without, as the server calls them. */
  allergens: readonly string[];
  /** Diets that it suits, as the server calls them. */
  diets: readonly string[];
  /** Ingredients that it is without. */
  ingredients: readonly SearchedIngredient[];
  /** Words to be left out of which nothing certain is known; with one, no dish fits. */
  unknown: readonly string[];
}

/** What a query wishes, and the words that are still to be looked for. */
export function wishesOf(
  { wanted, avoided, typing }: Query,
  catalogue: Catalogue,
  vocabulary: Vocabulary,
): Wishes & { words: readonly string[] } {
  const { ingredients } = catalogue;
  const words: string[] = [];
  const meanings: Meaning[] = [];
  const unknown: string[] = [];
  for (const word of wanted) {
    const diet = dietOf(word);
    const lacked = lackedBy(word);
    const meaning = lacked === null ? null : lackedMeaning(word, lacked, catalogue, vocabulary);
    if (diet !== null) meanings.push({ diets: [diet] });
    else if (meaning !== null) meanings.push(meaning);
    else words.push(word);
  }
  for (const [at, word] of avoided.entries()) {
    const isLast = typing === "avoided" && at === avoided.length - 1;
    const meaning = avoidedMeaning(word, isLast, ingredients, vocabulary);
    // Of ingredients that have not come nothing is known.
    if (meaning === null || (meaning.names !== undefined && ingredients.length === 0)) unknown.push(word);
    else meanings.push(meaning);
  }
  const left = new Set(meanings.flatMap(({ names = [] }) => names));
  return {
    words,
    unknown,
    allergens: [...new Set(meanings.flatMap(({ allergens = [] }) => allergens))],
    diets: [...new Set(meanings.flatMap(({ diets = [] }) => diets))],
    ingredients: [...new Set([...left].flatMap((one) => withName(one, ingredients, vocabulary)))],
  };
}

function avoidedMeaning(
  word: string,
  isLast: boolean,
  ingredients: readonly SearchedIngredient[],
  vocabulary: Vocabulary,
): Meaning | null {
  const meaning = meaningOf(word);
  if (meaning === "untold") return null;
  return meaning ?? named(word, ingredients, vocabulary) ?? (isLast ? begun(word) : null);
}

/** What `maidoton` means, unless a dish is called so: `savuton` is one with smoked tofu. */
function lackedMeaning(
  word: string,
  lacked: string,
  catalogue: Catalogue,
  vocabulary: Vocabulary,
): Meaning | null {
  const meaning = meaningOf(lacked);
  if (meaning !== null) return meaning === "untold" ? null : meaning;
  const isName = dishesOf(catalogue).some(({ name }) => vocabulary.read(name).includes(word));
  const words = catalogue.ingredients.flatMap(({ name }) => vocabulary.read(name));
  return !isName && words.some((one) => one.endsWith(lacked))
    ? named(lacked, catalogue.ingredients, vocabulary)
    : null;
}

/** An ingredient, or all those that are of it: `sipuli` is in `punasipuli` and in `rapea sipuli`. */
function named(
  word: string,
  ingredients: readonly SearchedIngredient[],
  vocabulary: Vocabulary,
): Meaning | null {
  if (word.length < TELLING) return null;
  const stems = stemsOf(word);
  const isOne = ingredients.some(({ name }) => isNamed(word, stems, vocabulary.read(name), vocabulary));
  return isOne ? { names: [word] } : null;
}

/** What an unfinished word means, where all that begin so mean the same. */
function begun(word: string): Meaning | null {
  if (word.length < TELLING) return null;
  const meanings = new Set(AVOIDABLE_STEMS.filter((stem) => stem.startsWith(word)).map(meaningOfStem));
  const [only = null] = meanings;
  return meanings.size === 1 ? only : null;
}

/** Whether a word of a name is a form of it, or ends in one. */
function isNamed(
  word: string,
  stems: readonly string[],
  name: readonly string[],
  vocabulary: Vocabulary,
): boolean {
  return name.some(
    (one) => vocabulary.stems(one).some((stem) => stems.includes(stem)) || endsInForm(one, word, stems),
  );
}

/** The ingredients with a word anywhere in their names: rather one too many left out than one too few. */
function withName(
  word: string,
  ingredients: readonly SearchedIngredient[],
  vocabulary: Vocabulary,
): SearchedIngredient[] {
  const stems = stemsOf(word);
  const bodies = stems.map((stem) => stem.slice(0, Math.max(TELLING, stem.length - 1)));
  return ingredients.filter((ingredient) => {
    const name = vocabulary.read(ingredient.name);
    const hasBody = name.some((one) => bodies.some((body) => one.includes(body)));
    return hasBody || isNamed(word, stems, name, vocabulary);
  });
}

/** Tells which dishes fit: those of which all that is wished is known. `vocabulary` knows the words of the catalogue. */
export function fitting(wishes: Wishes, catalogue: Catalogue, vocabulary: Vocabulary): ReadonlySet<string> {
  const known = new Set(catalogue.ingredients.map(({ id }) => id));
  const left = new Set(wishes.ingredients.map(({ id }) => id));
  const fits = (dish: SearchedDish) =>
    wishes.unknown.length === 0 &&
    (isAsItComes(dish) || (wishes.allergens.length === 0 && left.size === 0)) &&
    suits(wishes, dish) &&
    (left.size === 0 ||
      dish.ingredients.every(({ id, quantity }) => known.has(id) && (quantity === 0 || !left.has(id)))) &&
    !mentions(dish, wishes.ingredients, vocabulary);
  return new Set(
    dishesOf(catalogue)
      .filter(fits)
      .map(({ productId }) => productId),
  );
}

/** Whether what is on it is known: one of one's own is as one makes it, and of an empty recipe nothing is said. */
function isAsItComes({ custom, ingredients }: SearchedDish): boolean {
  return !custom && ingredients.length > 0;
}

/** Whether the server says that something suits. */
export function suits(
  wishes: Pick<Wishes, "allergens" | "diets">,
  { allergens, diets }: Pick<SearchedDish, "allergens" | "diets"> | SearchedIngredient,
): boolean {
  return (
    wishes.diets.every((one) => diets.includes(one)) &&
    !wishes.allergens.some((one) => allergens.includes(one))
  );
}

/** Whether a dish's own words speak of something that is to be left out. */
function mentions(
  { name, description }: SearchedDish,
  left: readonly SearchedIngredient[],
  vocabulary: Vocabulary,
): boolean {
  const said = [name, description ?? ""].map((text) => vocabulary.stemsIn(text));
  const isSaid = (word: string) =>
    vocabulary.stems(word).some((stem) => said.some((stems) => stems.has(stem)));
  return left.some((one) => vocabulary.read(one.name).every(isSaid));
}
