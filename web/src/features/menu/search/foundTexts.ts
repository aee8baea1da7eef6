import { counted } from "../../../lib/plural";

/** Texts of what is found. */
export const FOUND = {
  list: "Hakutulokset",
  dishes: "Annokset",
  toppings: "Täytteet",
  sections: "Tuoteryhmät",
  shops: "Ravintolat",
  count: (count: number) => counted(count, "osuma", "osumaa"),
  none: "Haulla ei löytynyt mitään. Kokeile toista sanaa.",
  more: (count: number) => `Lisäksi ${counted(count, "annos", "annosta")}. Tarkenna hakua.`,
  topping: "Lisää omaan pizzaan",
  without: (things: string) => `Ilman: ${things}`,
  diet: (diets: string) => `Reseptiltään: ${diets}`,
  /** What is known, and of what. */
  recipe:
    "Tiedot ovat reseptin mukaan. Jos vaihdat täytteitä tai valitset dipin, tarkista allergeenit annoksen sivulta.",
  sayMore: "Kerro vielä, mitä haluat jättää pois, esimerkiksi ilman pähkinää.",
  unknown: (words: string) =>
    `Emme tiedä varmasti, mitkä annokset ovat ilman tätä: ${words}. Allergeenit näet jokaisen annoksen sivulta.`,
} as const;

/** Diets as the server calls them, in words. */
export const DIETS: Readonly<Record<string, string>> = {
  vegan: "vegaaninen",
  vegetarian: "kasvis",
  lactoseFree: "laktoositon",
  glutenFree: "gluteeniton",
};
