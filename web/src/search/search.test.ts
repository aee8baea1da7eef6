// @vitest-environment node
/** What is found over the built-in chain's menu and restaurants, as the server answers them. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer as catalogue } from "../testing/fixtures/catalogue.gen";
import { dishesOf } from "./catalogue";
import { SearchIndex } from "./index";
import { wordsOf } from "./words";

const index = new SearchIndex(catalogue);
const dishes = dishesOf(catalogue);
/** So many dishes are listed at most. */
const PAGE = 10;

const nameOf = (id: string) => dishes.find(({ productId }) => productId === id)?.name ?? id;
const dishesFor = (text: string) => index.find(text).dishes.map(nameOf);
const shopsFor = (text: string) =>
  index.find(text).shops.map((id) => catalogue.shops.find(({ shopId }) => shopId === id)?.displayName);

test("the built-in chain is large enough to be searched", () => {
  expect(dishes.length).toBeGreaterThan(80);
  expect(catalogue.shops.length).toBeGreaterThan(40);
  expect(catalogue.ingredients.length).toBeGreaterThan(100);
});

test("every dish is the first that its full name finds", () => {
  expect(
    dishes.filter(({ name }) => dishesFor(name)[0] !== name).map(({ name }) => [name, dishesFor(name)[0]]),
  ).toEqual([]);
});

test("every restaurant is the first that its full name finds", () => {
  const names = catalogue.shops.map(({ displayName }) => displayName);
  expect(names.filter((name) => shopsFor(name)[0] !== name)).toEqual([]);
});

const LETTERS = "abcdefghijklmnopqrstuvwxyzåäö";

test("a slip in a long word of a dish's name still finds it on the first page", () => {
  const slips = fc.record({
    dish: fc.constantFrom(...dishes.filter(({ name }) => wordsOf(name).some(({ length }) => length >= 5))),
    word: fc.nat(),
    at: fc.nat(),
    letter: fc.constantFrom(...LETTERS),
    kind: fc.constantFrom("wrong", "missing", "too many", "changed places"),
  });
  fc.assert(
    fc.property(slips, ({ dish, word, at, letter, kind }) => {
      const text = slipped(dish.name, word, at, letter, kind);
      expect({ text, found: dishesFor(text).slice(0, PAGE) }).toEqual({
        text,
        found: expect.arrayContaining([dish.name]),
      });
    }),
    { numRuns: 300 },
  );
});

function slipped(name: string, nth: number, where: number, letter: string, kind: string): string {
  const long = [...name.matchAll(/[\p{L}]+/gu)].filter(([word]) => word.length >= 5);
  const { 0: word, index: start } = long[nth % long.length] ?? { 0: "", index: 0 };
  const at = where % word.length;
  const next = word.slice(at + 1);
  const bent = {
    wrong: word.slice(0, at) + letter + next,
    missing: word.slice(0, at) + next,
    "too many": word.slice(0, at) + letter + word.slice(at),
    "changed places": word.slice(0, at) + next.slice(0, 1) + word[at] + next.slice(1),
  }[kind];
  return name.slice(0, start) + bent + name.slice(start + word.length);
}

describe("words as people write them", () => {
  test.each([
    ["pepperonit", "Saunavuoro"],
    ["peperonit", "Saunavuoro"],
    ["pepperonilla", "Ratapiha"],
    ["kylmäsavulohella", "Saaristoreitti"],
    ["lohta", "Rulla Lohi"],
    ["poroa ja puolukkaa", "Poromies"],
    ["sipuleita", "Lankku Sahanpuru"],
    ["katkaravuilla", "Saaristoreitti"],
    ["katkarapu", "Satamanosturi"],
    ["saksanpähkinöitä", "Mummolan pelto"],
    ["hunajan kanssa", "Hunajapesä"],
    ["kanaa", "Torikanat"],
    ["herkkusienillä", "Tupaantuliaiset"],
    ["aiolissa", "Aiolidippi"],
    ["limua", "Mustikkalimu"],
    ["saunavuor", "Saunavuoro"],
    ["suklaista", "Suklaajäätelö"],
    ["vihrea aalto", "Vihreä aalto"],
  ])("%s finds %s", (text, name) => {
    expect(dishesFor(text)).toContain(name);
  });

  test.each([
    ["kanaa", "Perfetta"],
    ["poroa", "Margareta"],
    ["pori", "Poromies"],
    ["kani", "Torikanat"],
    ["tomaatti kinkku", "Margareta"],
  ])("%s does not find %s", (text, name) => {
    expect(dishesFor(text)).not.toContain(name);
  });

  test.each([
    ["kaisaniemenkadulla", "Ovelle Kaisaniemi"],
    ["kaisaniemenkadu", "Ovelle Kaisaniemi"],
    ["fleminginkatu", "Ovelle Kallio"],
    ["flemminginkadulta", "Ovelle Kallio"],
    ["töölössä", "Ovelle Töölö"],
    ["seinäjoella", "Ovelle Seinäjoki"],
    ["helsingissä kallio", "Ovelle Kallio"],
    ["00500", "Ovelle Kallio"],
    ["turussa", "Ovelle Turku Kupittaa"],
    ["lahdessa", "Ovelle Lahti Aleksi"],
    ["asematiellä", "Ovelle Vantaa Tikkurila"],
  ])("%s finds %s", (text, name) => {
    expect(shopsFor(text)).toContain(name);
  });

  test("a number that is wrong finds no restaurant", () => {
    expect(shopsFor("00501")).toEqual([]);
  });

  test("toppings and parts of the menu are found too", () => {
    const { toppings, sections } = index.find("pepperonia");
    expect(catalogue.ingredients.find(({ id }) => id === toppings[0])?.name).toBe("Pepperoni");
    expect(sections).toEqual([]);
    expect(index.find("rullia").sections).toEqual(["rulla"]);
  });

  test("nothing finds nothing", () => {
    for (const text of ["", "  ", "?", "ja", "k", "qwertyqwerty"]) {
      const { dishes: none, toppings, sections, shops } = index.find(text);
      expect([none, toppings, sections, shops]).toEqual([[], [], [], []]);
    }
  });
});

const withAllergen = (...allergens: string[]) =>
  dishes.filter((dish) => dish.allergens.some((one) => allergens.includes(one))).map(({ name }) => name);

describe("what is to be left out", () => {
  test.each([
    ["ilman pähkinää", ["nuts", "peanuts"]],
    ["ilman pähkinöitä", ["nuts", "peanuts"]],
    ["pähkinätön", ["nuts", "peanuts"]],
    ["ilman pähk", ["nuts", "peanuts"]],
    ["ilman maapähkinää", ["peanuts"]],
    ["ei pähkinöitä", ["nuts", "peanuts"]],
    ["ilman maitoa", ["milk"]],
    ["maidoton", ["milk"]],
    ["maidottomia", ["milk"]],
    ["ilman maitoa ja kananmunaa", ["eggs", "milk"]],
    ["ilman kalaa, äyriäisiä tai nilviäisiä", ["fish", "crustaceans", "molluscs"]],
    ["gluteeniton", ["gluten"]],
    ["ilman sinappia", ["mustard"]],
  ])("%s: the dishes of which the server says so, and all of them", (text, allergens) => {
    const found = dishesFor(text);
    expect(index.find(text).wishes.allergens.toSorted()).toEqual(allergens.toSorted());
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((name) => withAllergen(...allergens).includes(name))).toEqual([]);
    const { diets } = index.find(text).wishes;
    const clean = dishes.filter(
      ({ custom, allergens: held, diets: suited }) =>
        !custom && !held.some((one) => allergens.includes(one)) && diets.every((one) => suited.includes(one)),
    );
    expect(found.toSorted()).toEqual(clean.map(({ name }) => name).toSorted());
  });

  test("with words beside it, those too", () => {
    const found = dishesFor("pizza ilman pähkinää");
    expect(found).toContain("Margareta");
    expect(found).not.toContain("Mummolan pelto");
    expect(found).not.toContain("Lähdevesi");
    expect(dishesFor("ilman pähkinää pesto")).toEqual([]);
  });

  test.each([
    ["ilman sipulia", "ipuli"],
    ["sipuliton pizza", "ipuli"],
    ["ilman ananasta", "nanas"],
    ["ilman juustoa", "uusto"],
    ["ilman sieniä", "sien"],
  ])("%s: no ingredient of what is found has it in its name", (text, part) => {
    const names = new Map(catalogue.ingredients.map(({ id, name }) => [id, name]));
    const found = index.find(text).dishes;
    const on = (id: string) => dishes.find(({ productId }) => productId === id)?.ingredients ?? [];
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(dishes.length);
    expect(found.filter((id) => on(id).some((dose) => names.get(dose.id)?.includes(part)))).toEqual([]);
  });

  test.each(["ilman possua", "ilman sokeria", "ilman xyzzyä", "ilman", "ilman p"])(
    "%s: nothing is sure, so nothing is found, and it is said",
    (text) => {
      const { dishes: found, wishes } = index.find(text);
      expect(found).toEqual([]);
      expect(wishes.unknown).toHaveLength(1);
    },
  );

  test("without the ingredients nothing is said of them, and allergens are known all the same", () => {
    const early = new SearchIndex({ ...catalogue, ingredients: [] });
    expect(early.find("ilman sipulia")).toMatchObject({ dishes: [], wishes: { unknown: ["sipulia"] } });
    expect(early.find("ilman pähkinää").dishes).toEqual(index.find("ilman pähkinää").dishes);
  });

  test("of an empty recipe, and of a dish of one's own, nothing is sure", () => {
    const [first] = dishes;
    if (first === undefined) throw new Error("no dish");
    const bare = { ...first, allergens: [], diets: [] };
    const found = (dish: typeof bare) =>
      new SearchIndex({
        ...catalogue,
        sections: [{ id: "1", title: "Pizzat", isFound: true, dishes: [dish] }],
      }).find("ilman pähkinää").dishes;
    expect(found({ ...bare, custom: false })).toEqual([first.productId]);
    expect(found({ ...bare, custom: true })).toEqual([]);
    expect(found({ ...bare, custom: false, ingredients: [] })).toEqual([]);
  });
});

test("a diet is what the server calls it", () => {
  const vegan = dishes.filter(({ diets }) => diets.includes("vegan")).map(({ name }) => name);
  expect(dishesFor("vegaaninen").toSorted()).toEqual(vegan.toSorted());
  expect(dishesFor("vegaanisia pizzoja")).toContain("Veturi");
  expect(dishesFor("laktoositon margareta")).toEqual(
    dishes.some(({ name, diets }) => name === "Margareta" && diets.includes("lactoseFree"))
      ? ["Margareta"]
      : [],
  );
});

/** A frame of a screen, in milliseconds. */
const FRAME_MS = 16;
/** By how much a slow phone is slower than a machine that tests. */
const SLOWER = 6;

test("a key takes no longer than a frame on a slow phone", () => {
  const texts = [
    "pepperonit ilman pähkinää",
    "kaisaniemenkadulla",
    "vegaaninen hapanjuuripizza",
    "kylmasavulohta",
    "pizza ilman sipulia ja tomaattia",
  ];
  const keys = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  for (const key of keys) index.find(key);
  const slow = keys.map((key) => [key, leastOf(15, () => index.find(key)) * SLOWER] as const);
  expect(slow.filter(([, spent]) => spent > FRAME_MS)).toEqual([]);
});

/** The least that something takes of a processor in some tries, in milliseconds: what else goes on there does not count. */
function leastOf(tries: number, act: () => void): number {
  const spent = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    act();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...spent);
}
