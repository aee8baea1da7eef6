/** The search: an index over what the shop has loaded, and what a text finds in it. Pure; it asks for nothing. */
import MiniSearch, { type QueryCombination } from "minisearch";
import { type Catalogue, dishesOf } from "./catalogue";
import { queryOf } from "./query";
import { Vocabulary } from "./terms";
import { fitting, suits, type Wishes, wishesOf } from "./wishes";
import { wordsOf } from "./words";

/** What a text finds; each list by how well it fits, ids as the catalogue has them. */
export interface Findings {
  dishes: readonly string[];
  toppings: readonly string[];
  sections: readonly string[];
  shops: readonly string[];
  /** What was understood beside the words. */
  wishes: Wishes;
}

/** How many things were found. */
export function countOf({ dishes, toppings, sections, shops }: Findings): number {
  return dishes.length + toppings.length + sections.length + shops.length;
}

type Kind = "dish" | "topping" | "section" | "shop";

/** One thing that can be found. */
interface Entry {
  id: number;
  kind: Kind;
  /** Its id in the catalogue. */
  key: string;
  name: string;
  more: string;
}

/** A name says more than what is told of it. */
const BOOST = { name: 4, more: 1 };

/** An index of all that can be found in a catalogue. */
export class SearchIndex {
  private readonly vocabulary = new Vocabulary();
  private readonly entries: readonly Entry[];
  private readonly index: MiniSearch<Entry>;

  constructor(private readonly catalogue: Catalogue) {
    this.entries = entriesOf(catalogue).map((entry, id) => ({ id, ...entry }));
    this.index = new MiniSearch<Entry>({
      fields: ["name", "more"],
      tokenize: wordsOf,
      processTerm: (word) => {
        this.vocabulary.add(word);
        return word;
      },
    });
    this.index.addAll(this.entries);
  }

  /** What a text finds; nothing for one that asks for nothing. */
  find(text: string): Findings {
    const query = queryOf(text);
    const { words, ...wishes } = wishesOf(query, this.catalogue, this.vocabulary);
    const found =
      words.length === 0
        ? []
        : this.withWords(words, query.typing === "wanted" && query.wanted.at(-1) === words.at(-1));
    const isWished = query.avoided.length > 0 || hasWishes(wishes);
    const name = wordsOf(text).join(" ");
    const keys = (kind: Kind) => {
      const hits = found.filter((entry) => entry.kind === kind);
      return [
        ...hits.filter((one) => this.isNamed(one, name)),
        ...hits.filter((one) => !this.isNamed(one, name)),
      ].map(({ key }) => key);
    };
    if (!isWished)
      return {
        dishes: keys("dish"),
        toppings: keys("topping"),
        sections: keys("section"),
        shops: keys("shop"),
        wishes,
      };
    const fits = fitting(wishes, this.catalogue, this.vocabulary);
    const dishes =
      words.length === 0 ? dishesOf(this.catalogue).map(({ productId }) => productId) : keys("dish");
    return {
      dishes: dishes.filter((id) => fits.has(id)),
      toppings: keys("topping").filter((id) => this.isFine(id, wishes)),
      sections: [],
      shops: [],
      wishes,
    };
  }

  /** The entries that have all of the words, the best first. */
  private withWords(words: readonly string[], isTyping: boolean): Entry[] {
    const queries = words.map((word, at): QueryCombination => {
      const near = this.vocabulary.near(word, isTyping && at === words.length - 1);
      return { combineWith: "OR", queries: [...near.keys()], boostTerm: (term) => near.get(term) ?? 1 };
    });
    const hits = this.index.search(
      { combineWith: "AND", queries },
      { boost: BOOST, processTerm: (word) => word, tokenize: (word) => [word] },
    );
    return hits.flatMap(({ id }) => this.entries[id as number] ?? []);
  }

  private isNamed({ name }: Entry, text: string): boolean {
    return this.vocabulary.read(name).join(" ") === text;
  }

  private isFine(id: string, wishes: Wishes): boolean {
    const ingredient = this.catalogue.ingredients.find((one) => one.id === id);
    return (
      ingredient !== undefined &&
      wishes.unknown.length === 0 &&
      suits(wishes, ingredient) &&
      !wishes.ingredients.includes(ingredient)
    );
  }
}

function hasWishes({ allergens, diets, ingredients }: Wishes): boolean {
  return allergens.length + diets.length + ingredients.length > 0;
}

function entriesOf(catalogue: Catalogue): Omit<Entry, "id">[] {
  const { sections, ingredients, shops } = catalogue;
  const names = new Map(ingredients.map(({ id, name }) => [id, name]));
  const titles = new Map<string, string[]>();
  for (const { title, dishes } of sections)
    for (const { productId } of dishes) titles.set(productId, [...(titles.get(productId) ?? []), title]);
  const entry = (kind: Kind, key: string, name: string, more: readonly (string | null)[]) => ({
    kind,
    key,
    name,
    more: more.filter((text) => text !== null).join(" "),
  });
  return [
    ...dishesOf(catalogue).map(({ productId, name, description, tags, ingredients: doses }) =>
      entry("dish", productId, name, [
        description,
        ...(titles.get(productId) ?? []),
        ...tags.map((tag) => tag.name),
        ...doses.flatMap(({ id, quantity }) => (quantity > 0 ? (names.get(id) ?? []) : [])),
      ]),
    ),
    ...ingredients.filter(({ isTopping }) => isTopping).map(({ id, name }) => entry("topping", id, name, [])),
    ...sections.filter(({ isFound }) => isFound).map(({ id, title }) => entry("section", id, title, [])),
    ...shops.map(({ shopId, displayName, streetAddress, zip, city }) =>
      entry("shop", shopId, displayName, [streetAddress, zip, city]),
    ),
  ];
}
