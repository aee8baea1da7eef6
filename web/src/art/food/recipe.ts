import { colourOf } from "./colours";
import type { ToppingName } from "./toppings";

/** The sauce under the cheese. */
export type Sauce = "tomato" | "hot" | "cream" | "bbq" | "pesto" | "paprika";
/** What melts over it. */
export type Cheese = "dairy" | "emmental" | "vegan";
/** What lies under everything. */
export type Dough = "thin" | "fibre" | "sourdough" | "glutenFree" | "pan";

/** What is drawn on a pizza; the amounts are portions. */
export interface Recipe {
  dough?: Dough;
  sauce: Sauce | null;
  cheese: Cheese | null;
  toppings: Partial<Record<ToppingName, number>>;
  /** Colours of what is poured over it at last. */
  drizzles?: readonly string[];
  /** Colours of what is strewn over it. */
  specks?: readonly string[];
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

const DOUGHS: readonly (readonly [RegExp, Dough])[] = [
  [/kuitupohja/i, "fibre"],
  [/hapanjuuripohja/i, "sourdough"],
  [/gluteeniton pohja/i, "glutenFree"],
  [/pannupohja/i, "pan"],
];

const SAUCES: readonly (readonly [RegExp, Sauce])[] = [
  [/bbq/i, "bbq"],
  [/valkokastike|^kermai.*kastike/i, "cream"],
  [/basilikapesto/i, "pesto"],
  [/savupaprikakastike/i, "paprika"],
  [/tulinen tomaatti/i, "hot"],
  [/tomaattikastike/i, "tomato"],
];

const CHEESES: readonly (readonly [RegExp, Cheese])[] = [
  [/^vegaani.* juusto|^vegaanijuusto/i, "vegan"],
  [/^emmental/i, "emmental"],
  [/^mozzarella/i, "dairy"],
];

const POURED =
  /^(vegaaninen )?aioli$|majoneesi$|hunaja$|^tilli-sitruunakastike|jogurtti$|siirappi$|chilikastike$|yrttiöljy$/i;
const STREWN = /^oregano|pippuri$|chilihiutaleet|rosmariini|savusuola/i;

/** What is known beside the names. */
interface Known {
  /** Every ingredient is named: what is not there is left out of the drawing too. */
  isComplete?: boolean;
  /** Whether bare cheese gets pieces of mozzarella, whatever lies on it; else where nothing but leaves does. */
  isPlain?: boolean;
}

/** What the ingredients of an order look like on a pizza. What we cannot draw is left out, not guessed. */
export function recipeOf(portions: readonly Portion[], { isComplete = false, isPlain }: Known = {}): Recipe {
  const names = portions.filter((portion) => portion.quantity > 0).map(({ name }) => name);
  const find = <Look>(looks: readonly (readonly [RegExp, Look])[]) =>
    looks.find(([stem]) => names.some((name) => stem.test(name)))?.[1];
  const cheese = find(CHEESES) ?? (isComplete ? null : "dairy");
  const recipe: Recipe = {
    dough: find(DOUGHS) ?? "thin",
    sauce: find(SAUCES) ?? (isComplete ? null : "tomato"),
    cheese,
    toppings: toppingsOf(portions),
    drizzles: names.filter((name) => POURED.test(name)).map(colourOf),
    specks: names.filter((name) => STREWN.test(name)).map(colourOf),
  };
  // A plain cheese pizza deserves to be seen as one.
  if ((isPlain ?? isPlainRecipe(portions)) && cheese === "dairy") recipe.toppings.mozzarella = 1;
  return recipe;
}

function toppingsOf(portions: readonly Portion[]): Recipe["toppings"] {
  const toppings: Recipe["toppings"] = {};
  for (const { name, quantity } of portions) {
    const look = quantity > 0 ? lookOf(name) : null;
    if (look) toppings[look] = Math.min(3, (toppings[look] ?? 0) + quantity);
  }
  return toppings;
}

/** Whether nothing but leaves and tomatoes lies on it: Margherita and the like. */
export function isPlainRecipe(portions: readonly Portion[]): boolean {
  return Object.keys(toppingsOf(portions)).every((name) => name === "basil" || name === "cherryTomato");
}

/** What an ingredient of this name looks like; null where we cannot draw it. */
export function lookOf(name: string): ToppingName | null {
  if (/^valkosipuli|kastike|pesto$|dippi$/i.test(name)) return null;
  return LOOKS.find(([stem]) => stem.test(name))?.[1] ?? null;
}
