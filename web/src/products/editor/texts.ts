/** Texts of the product editor (PD-01 to PD-64). */
import { euros } from "../../lib/money";
import { counted } from "../../lib/plural";
import type { Nutrition } from "./facts/nutrition";
import type { CarbonValues } from "./facts/story";
import type { RefusalToRemove } from "./configurator";

export const EDITOR = {
  loading: "Haetaan tuotetta",
  offline: "Yhteys ei toimi. Tuote aukeaa heti, kun yhteys palaa.",
  failed: "Tuotetta ei juuri nyt saatu haettua.",
  gone: "Tuotetta ei löydy tästä ravintolasta.",
  retry: "Yritä uudelleen",
  back: "Takaisin ostoksille",
  close: "Sulje",
  size: "Koko",
  toppings: "Täytteet",
  moreToppings: "Lisää täytteitä",
  finish: "Viimeistele",
  recommended: "Suosittelemme",
  changes: "Muutokset reseptiin",
  added: "Lisätty: ",
  left: "Jätetty pois: ",
  noToppings: "Tyhjä pohja odottaa. Valitse täytteet alta.",
} as const;

/** What the add button says (PD-24 to PD-29). */
export const BUTTON = {
  outOfStock: "Loppunut ravintolasta",
  invalid: "Virheellinen tuote",
  bare: "Lisää ainakin yksi täyte",
  notNow: "Ei saatavilla",
  add: (price: string) => `Lisää tilaukseen ${price}`,
  adding: "Lisätään tilaukseen...",
  added: "Lisätty tilaukseen",
  save: (price: string) => `Tallenna muutokset ${price}`,
  saving: "Tallennetaan muutoksia...",
  saved: "Muutokset tallennettu",
  failed: "Tuotteen lisääminen epäonnistui",
  /** In the price's place where there is none yet. */
  noPrice: "",
} as const;

export const QUANTITY = {
  label: "Kappalemäärä",
  more: "Lisää kappale",
  less: "Vähennä kappale",
} as const;

export const PRICE = {
  before: (price: string) => `Ilman etua ${price}`,
} as const;

export const TOPPING = {
  count: (count: number, most: number) => `${count}/${most}`,
  countHeard: (count: number, most: number) => `${counted(count, "täyte", "täytettä")}, enintään ${most}`,
  add: (name: string) => `Lisää: ${name}`,
  remove: (name: string) => `Poista: ${name}`,
  extra: (price: number) => `+\u00a0${euros(price)}`,
  said: (name: string, doses: number, count: number, most: number) =>
    `${name}: ${doses}. Täytteitä ${count}/${most}.`,
  saidAlone: (name: string, doses: number) => `${name}: ${doses}.`,
  find: "Etsi täytettä",
  none: (term: string) => `Ei täytteitä haulla ${term}`,
  found: (count: number) => counted(count, "täyte", "täytettä"),
  included: (price: number) => `Täytteitä kuuluu hintaan ${euros(price)} edestä.`,
  includedDoses: (doses: number, special: number) =>
    `Hintaan kuuluu ${doses} täytettä tai ${special} erikoistäyte.`,
  suggested: "Kokin vinkki",
  /** Why the menu says a euro more than what nothing is on yet (PR-34). */
  fromPrice: "Ruokalistan alkaen-hinnassa on mukana yhden euron täyte.",
} as const;

/** Why a dose cannot be added, where the row itself says so. */
export const ADD_REFUSAL = { "out-of-stock": "Loppunut", most: "Enempää ei mahdu." } as const;

/** Why a dose cannot go; `null` where the dimmed button says enough. */
export const REMOVE_REFUSAL: Record<RefusalToRemove, string | null> = {
  "not-editable": null,
  none: null,
  least: "Kuuluu aina tuotteeseen.",
};

/** Groups of toppings by subcategory (PD-56); sauces have none. */
export const GROUPS: Record<string, string> = {
  "1": "Lihat",
  "2": "Kasvikset ja marjat",
  "3": "Juustot",
  "4": "Kalat ja äyriäiset",
  "5": "Mausteet",
  sauces: "Kastikkeet",
  other: "Muut",
};

export const SLOT = {
  /** The empty option of a slot that needs no choice, by its category (PD-41). */
  none: {
    cheese: "Ei juustoa, kiitos",
    baseSauce: "Ei pohjakastiketta, kiitos",
    sauces: "Ei kastiketta, kiitos",
    dip: "Ei dippiä, kiitos",
  },
  noneElse: "Ei kiitos",
  choose: "Valitse",
  another: (label: string, field: number) => `${label} ${field}`,
  missing: (label: string) => `Valitse: ${label}.`,
  option: (name: string, extra: string) => `${name}\u2002${extra}`,
  ranOut: (name: string) => `${name} (loppunut)`,
} as const;

/** What is wrong with a product (CA-68 to CA-70, PD-39, PD-40). */
export const FAULT = {
  customNoTopping: "Lisää ainakin yksi täyte.",
  noTopping: "Valitse ainakin yksi täyte!",
  tooMany: (most: number) => `Tuotteessa ei voi olla enemmän kuin ${most} täytettä`,
  full: (most: number) => `Voit lisätä korkeintaan ${most} täytettä.`,
  ranOut: (name: string) => `${name} on loppunut ravintolasta. Vaihda tai poista se.`,
} as const;

/** What the kitchen does not have, or not now (PD-47, PD-48, CA-71). */
export const STOCK = {
  product: (restaurant: string) => `Tuote on loppunut ravintolasta ${restaurant}. Kokeile toista ravintolaa.`,
  soldFromTo: (from: string, until: string) =>
    `Myynnissä kello\u00a0${from.replace(":", ".")}–${until.replace(":", ".")}.`,
  justRanOut: (name: string) => `${name} loppui juuri ravintolasta.`,
  swap: "Vaihda tai poista se.",
} as const;

export const CUSTOM_HINT = {
  text: "Jätit jotain pois. Omavalintaisena tämä tulee usein edullisemmaksi.",
  link: "Tee omavalintainen",
} as const;

export const RESIZE = {
  dropped: (size: string, names: readonly string[]) => `Ei saatavissa ${size}-koossa: ${names.join(", ")}`,
  /** Of the size in which a product was being built before the page was loaded anew. */
  gone: "Valitsemasi koko on poistunut valikoimasta. Tarkista koko ennen kuin tilaat.",
} as const;

/** Of a line of the cart, or of what was being built, with ingredients that are no more (PD-63); of a link the server says so itself (PD-34). */
export const SOME_NOT_ADDED = "Osaa täytteistä ei voitu lisätä.";

/** Asked before a changed product is closed (PD-11). */
/** Who comes back to what they had begun. */
export const RESUMED = { text: "Jatkat siitä, mihin jäit.", restart: "Aloita alusta" } as const;

export const CLOSE = {
  title: "Sulje tuote?",
  text: "Muutoksesi eivät tallennu.",
  close: "Sulje sivu",
  stay: "Jatka muokkaamista",
} as const;

const AMOUNT = new Intl.NumberFormat("fi-FI", { maximumFractionDigits: 1 });
const KILOGRAMS = new Intl.NumberFormat("fi-FI", { maximumFractionDigits: 2 });

/** What a product is made of (PD-07, PD-51 to PD-55). */
export const DETAILS = {
  title: "Tuotetiedot",
  link: "Tuotetiedot ja ilmastolaskuri",
  linkAlone: "Tuotetiedot",
  ingredients: "Raaka-ainetiedot",
  nutrition: "Ravintotiedot",
  climate: "Ilmastolaskuri",
  allergens: (names: readonly string[]) => `Allergeenit: ${names.join(", ")}.`,
  /** What it can be had as, and what to choose for it. */
  byChoice: (what: string, names: readonly string[]) => `${what}, kun valitset: ${names.join(", ")}.`,
  noAllergens: "Ei merkittyjä allergeeneja.",
  avoided: (product: string, names: readonly string[]) => `Tuotteessa ${product} on: ${names.join(", ")}.`,
  perWeight: "100 grammassa",
  perVolume: "100 millilitrassa",
  noNutrition: "Kaikkien raaka-aineiden ravintotietoja ei ole saatavilla.",
  noClimate: "Ilmastotietoja ei ole saatavilla.",
  rows: (facts: Nutrition): [string, string][] => [
    ["Energia", `${AMOUNT.format(facts.energyKj)}\u00a0kJ / ${AMOUNT.format(facts.energy)}\u00a0kcal`],
    ["Rasva", grams(facts.totalFat)],
    ["josta tyydyttynyttä", grams(facts.saturatedFat)],
    ["Hiilihydraatit", grams(facts.carbohydrate)],
    ["josta sokereita", grams(facts.sugars)],
    ["Proteiini", grams(facts.protein)],
    ["Suola", grams(facts.salt)],
  ],
  carbonParts: "Mistä jälki syntyy",
  carbonRows: (food: number, values: CarbonValues): [string, string][] => [
    ["Raaka-aineet", kilograms(food)],
    ["Paisto", kilograms(values.cooking)],
    ["Pakkaus", kilograms(values.package)],
    ["Kuljetus", kilograms(values.delivery)],
  ],
  carbon: (own: number, average: number) =>
    `Hiilijalanjälki on ${kilograms(own)} CO₂e. Keskimäärin vastaava tuote: ${kilograms(average)}.`,
} as const;

function kilograms(amount: number): string {
  return `${KILOGRAMS.format(amount)}\u00a0kg`;
}

function grams(amount: number): string {
  return `${AMOUNT.format(amount)}\u00a0g`;
}

/** A link to one's own pizza (PD-12, PD-32 to PD-35). */
export const SHARE = {
  open: "Jaa linkki pizzaasi",
  title: "Jaa kavereille",
  text: "Linkistä aukeaa juuri tämä tuote täytteineen.",
  copy: "Kopioi linkki",
  copied: "Linkki kopioitu. Lähetä se kaverille.",
  failed: "Kopioiminen ei onnistunut. Nappaa linkki tästä:",
  back: "Takaisin",
  nothing: "Lisää ensin ainakin yksi täyte, niin on mitä jakaa.",
} as const;

/** Other things to look at (PD-06, PD-09, PD-37). */
export const OFFER = {
  add: (name: string) => `Lisää tilaukseen: ${name}`,
  addShort: "Lisää",
  adding: "Lisätään",
  added: "Lisätty",
  tryAlso: "Kokeile myös",
  signIn: "Kirjaudu ja hyödynnä etu",
  join: "Liity Kotijoukkoihin",
} as const;

/** The lines of one's own products (MN-05). */
export const CUSTOM_LINES = [
  { category: "pizza", slug: "perfetta", name: "Perfetta" },
  { category: "monster", slug: "omavalintainen-monster", name: "Omavalintainen Monster" },
  { category: "lankku", slug: "omavalintainen-lankku", name: "Omavalintainen Lankku" },
  { category: "kotzone", slug: "omavalintainen-kotzone", name: "Omavalintainen Kotzone" },
] as const;
