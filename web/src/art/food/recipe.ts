import type { ToppingName } from "./toppings";

/** The sauce under the cheese. */
export type Sauce = "tomato" | "cream" | "bbq";

/** What is drawn on a pizza; the amounts are portions. */
export interface Recipe {
  sauce: Sauce;
  cheese: "dairy" | "vegan" | null;
  toppings: Partial<Record<ToppingName, number>>;
}

/** An ingredient as ordered. */
export interface Portion {
  name: string;
  quantity: number;
}

/** Finnish stems of ingredient names, and what they look like. Orders from elsewhere know our names, not our ids. */
const LOOKS: readonly (readonly [RegExp, ToppingName])[] = [
  [/pepperoni|salami/i, "pepperoni"],
  [/kinkku/i, "ham"],
  [/kana|broileri/i, "chicken"],
  [/kebab|jauheliha/i, "kebab"],
  [/pekoni/i, "bacon"],
  [/poro/i, "reindeer"],
  [/lohi/i, "fish"],
  [/tonnikala/i, "tuna"],
  [/katkara|rapu/i, "shrimp"],
  [/sinihome|aura/i, "blueCheese"],
  [/feta|vuohen/i, "feta"],
  [/nyhtö|härkis|tofu/i, "oats"],
  [/pähkin/i, "walnut"],
  [/kapris/i, "caper"],
  [/kirsikkatom|tomaattiviip/i, "cherryTomato"],
  [/punajuur/i, "beetroot"],
  [/kurkku/i, "gherkin"],
  [/herkkusien|herkkutat|^sien/i, "mushroom"],
  [/kantarel/i, "chanterelle"],
  [/ananas/i, "pineapple"],
  [/paprika/i, "pepper"],
  [/sipuli$/i, "redOnion"],
  [/oliivi/i, "olive"],
  [/jalape/i, "jalapeno"],
  [/basilika/i, "basil"],
  [/rucola|tilli$|pinaatti/i, "rocket"],
  [/puoluk/i, "lingonberry"],
];

/** What the ingredients of an order look like on a pizza. What we cannot draw is left out, not guessed. */
export function recipeOf(portions: readonly Portion[]): Recipe {
  const present = portions.filter((portion) => portion.quantity > 0);
  const has = (name: RegExp) => present.some((portion) => name.test(portion.name));
  const recipe: Recipe = {
    sauce: has(/bbq/i) ? "bbq" : has(/valkokastike|kermai/i) ? "cream" : "tomato",
    cheese: has(/vegaani.* juusto|vegaanijuusto/i) ? "vegan" : "dairy",
    toppings: {},
  };
  for (const { name, quantity } of present) {
    const look = lookOf(name);
    if (look) recipe.toppings[look] = Math.min(3, (recipe.toppings[look] ?? 0) + quantity);
  }
  // A plain cheese pizza deserves to be seen as one.
  if (Object.keys(recipe.toppings).length === 0 || onlyFinish(recipe)) recipe.toppings.mozzarella = 1;
  return recipe;
}

function lookOf(name: string): ToppingName | null {
  if (/valkosipuli|kastike/i.test(name)) return null;
  return LOOKS.find(([stem]) => stem.test(name))?.[1] ?? null;
}

/** Margherita and the like: leaves and tomatoes lie between pieces of mozzarella. */
function onlyFinish({ toppings }: Recipe): boolean {
  return Object.keys(toppings).every((name) => name === "basil" || name === "cherryTomato");
}
