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

/**
 * Finnish stems of ingredient names, and what they look like; the first that fits counts. Orders from elsewhere know our
 * names, not our ids.
 */
const LOOKS: readonly (readonly [RegExp, ToppingName])[] = [
  [/vegepepperoni/i, "veganPepperoni"],
  [/pepperoni/i, "pepperoni"],
  [/meetvursti/i, "meetvursti"],
  [/salami/i, "salami"],
  [/chorizo/i, "chorizo"],
  [/mustamakkara/i, "blackPudding"],
  [/ilmakuiv/i, "curedHam"],
  [/kinkku/i, "ham"],
  [/kana(?!nmuna)|broileri/i, "chicken"],
  [/kebab/i, "kebab"],
  [/jauheliha/i, "mince"],
  [/lihapull/i, "meatball"],
  [/nyhtöpossu/i, "pulledPork"],
  [/naudanrint/i, "brisket"],
  [/pekoni/i, "bacon"],
  [/poro/i, "reindeer"],
  [/muikku/i, "vendace"],
  [/sardell|anjovis/i, "anchovy"],
  [/simpuk/i, "mussel"],
  [/siika/i, "whitefish"],
  [/lohi/i, "salmon"],
  [/tonnikala/i, "tuna"],
  [/ravunpyrst|jokirap/i, "crayfish"],
  [/katkara|rapu/i, "shrimp"],
  [/nyhtökau/i, "pulledOats"],
  [/kermainen sinihome/i, "creamyBlueCheese"],
  [/sinihome|aura/i, "blueCheese"],
  [/vegaaninen feta/i, "veganFeta"],
  [/feta/i, "feta"],
  [/vuohen/i, "goatCheese"],
  [/savujuusto/i, "smokedCheese"],
  [/parmesaan/i, "parmesan"],
  [/leipäjuusto/i, "breadCheese"],
  [/burrata/i, "burrata"],
  [/cheddar/i, "cheddar"],
  [/halloum/i, "halloumi"],
  [/tuplavegaani/i, "doubleVeganCheese"],
  [/tuplajuusto/i, "doubleCheese"],
  [/härkä|härkis/i, "fabaBean"],
  [/tofu/i, "tofu"],
  [/falafel/i, "falafel"],
  [/cashew/i, "cashew"],
  [/pähkin/i, "walnut"],
  [/kapris/i, "caper"],
  [/aurinkokuiv/i, "sundriedTomato"],
  [/kirsikkatom|tomaattiviip/i, "cherryTomato"],
  [/punajuur/i, "beetroot"],
  [/kesäkurpits/i, "courgette"],
  [/kurkku/i, "gherkin"],
  [/suppilovahver/i, "funnelChanterelle"],
  [/herkkusien|herkkutat|^sien/i, "mushroom"],
  [/kantarel/i, "chanterelle"],
  [/ananas/i, "pineapple"],
  [/paprika/i, "pepper"],
  [/pikkelöity punasip/i, "pickledOnion"],
  [/rapea sipuli/i, "crispyOnion"],
  [/konfitoitu valkosip/i, "garlicConfit"],
  [/sipuli$/i, "redOnion"],
  [/oliivi/i, "olive"],
  [/jalape/i, "jalapeno"],
  [/tuore chili/i, "chili"],
  [/artisok/i, "artichoke"],
  [/maissi/i, "corn"],
  [/mustapap/i, "blackBean"],
  [/kukkakaal/i, "cauliflower"],
  [/parsakaal/i, "broccoli"],
  [/hapankaal/i, "sauerkraut"],
  [/peruna/i, "potato"],
  [/fenkol/i, "fennel"],
  [/munakoiso/i, "aubergine"],
  [/kananmuna/i, "egg"],
  [/omena/i, "apple"],
  [/päärynä/i, "pear"],
  [/banaani/i, "banana"],
  [/karpalo/i, "cranberry"],
  [/lakka/i, "cloudberry"],
  [/puoluk/i, "lingonberry"],
  [/basilika/i, "basil"],
  [/pinaat/i, "spinach"],
  [/rucola|tilli$/i, "rocket"],
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

/** What an ingredient of this name looks like; null where we cannot draw it. */
export function lookOf(name: string): ToppingName | null {
  if (/^valkosipuli|kastike/i.test(name)) return null;
  return LOOKS.find(([stem]) => stem.test(name))?.[1] ?? null;
}

/** Margherita and the like: leaves and tomatoes lie between pieces of mozzarella. */
function onlyFinish({ toppings }: Recipe): boolean {
  return Object.keys(toppings).every((name) => name === "basil" || name === "cherryTomato");
}
